// An open invitation: the form, or the details that were sent.
import type { VendorDetails } from '@invoice-desk/contract/vendors/vendor-details'
import { Button, Stack, Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { formatDay } from '../../../shared/text/times.ts'
import { Card } from '../../../shared/ui/card.tsx'
import { EmailText } from '../../../shared/ui/email-text.tsx'
import { Notice } from '../../../shared/ui/feedback/notice.tsx'
import { type OpenedDetails, openedQuery } from './api.ts'
import { DetailsForm } from './details-form.tsx'
import { DetailsSummary, SignedRow } from './details-summary.tsx'

type InvitationProps = {
  readonly token: string
  readonly opened: OpenedDetails
  readonly onReload: () => void
}

export const Invitation = ({ token, opened, onReload }: InvitationProps) => {
  const { email, state, details, reason } = opened
  const client = useQueryClient()
  const [isCorrecting, setIsCorrecting] = useState(false)
  // Focus moves only after the vendor's first action.
  const [isFresh, setIsFresh] = useState(true)
  const show = (correcting: boolean) => {
    setIsCorrecting(correcting)
    setIsFresh(false)
  }
  const isSent = state === 'submitted' || state === 'accepted'
  if (details && isSent && !isCorrecting)
    return (
      <SentDetails
        opened={opened}
        details={details}
        takesFocus={!isFresh}
        onCorrect={() => show(true)}
      />
    )
  const showSent = (sent: VendorDetails | undefined) => {
    show(false)
    if (!sent) return onReload()
    const { reason: _answered, ...rest } = opened
    client.setQueryData(openedQuery(token).queryKey, { ...rest, state: 'submitted', details: sent })
  }
  return (
    <Stack>
      {state === 'sent_back' ? (
        <Notice tone="warning" title="Please correct your details">
          <p style={{ whiteSpace: 'pre-line' }}>{reason}</p>
        </Notice>
      ) : null}
      {state === 'expired' ? (
        <Notice tone="warning" title="Please send your details again">
          <p>We didn’t review them in time, so we erased your tax ID.</p>
        </Notice>
      ) : null}
      <Text fz="sm" c="var(--muted)">
        For{' '}
        <Text span inherit fw={600} c="var(--text)">
          {opened.name}
        </Text>
        , <EmailText email={email} />. This link works until {formatDay(opened.expiresAt)}.
      </Text>
      <DetailsForm
        token={token}
        details={details}
        takesFocus={!isFresh}
        onSent={showSent}
        onCancel={isSent ? () => show(false) : undefined}
      />
    </Stack>
  )
}

type SentDetailsProps = {
  readonly opened: OpenedDetails
  readonly details: VendorDetails
  readonly takesFocus: boolean
  readonly onCorrect: () => void
}

const SentDetails = ({ opened, details, takesFocus, onCorrect }: SentDetailsProps) => {
  const { email, state } = opened
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  const isAccepted = state === 'accepted'
  return (
    <Card>
      <Stack align="flex-start">
        <Title order={2} fz="var(--font-title)" ref={heading} tabIndex={-1}>
          {isAccepted ? 'Your details are on file' : 'We’re reviewing your details'}
        </Title>
        {isAccepted ? (
          <p>You don’t need to do anything. If something changes, send us corrected details.</p>
        ) : (
          <p>
            Thanks, we received them. We’ll email <EmailText email={email} /> when we accept them or
            if something needs to change. You can close this page.
          </p>
        )}
        <DetailsSummary details={details}>
          <SignedRow details={details} />
        </DetailsSummary>
        <Button variant="default" onClick={onCorrect}>
          {isAccepted ? 'Send corrected details' : 'Correct your details'}
        </Button>
      </Stack>
    </Card>
  )
}
