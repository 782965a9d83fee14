// The first card of the portal: asks for an email, sends the verification link, and explains refusals.
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { pageSettings } from '../../../shared/api/page-settings.ts'
import { Card } from '../../../shared/ui/card.tsx'
import { ContactLink } from '../../../shared/ui/contact-link.tsx'
import { EmailText } from '../../../shared/ui/email-text.tsx'
import { Notice } from '../../../shared/ui/feedback/notice.tsx'
import { BusyButton } from '../../../shared/ui/form/busy-button.tsx'
import { HumanCheckNotice } from '../../../shared/ui/form/human-check-notice.tsx'
import { billDrafts } from '../submission/bill-drafts.ts'
import { EmailForm } from './email-form.tsx'
import type { AskingState, SentState } from './portal-flow.ts'
import type { Portal } from './use-portal.ts'

type Props<State> = { readonly state: State; readonly portal: Portal }

export const VerifyCard = ({ state, portal }: Props<AskingState | SentState>) => (
  <Card>
    <Stack component="section" aria-labelledby="verify-title">
      <Title order={2} fz="var(--font-title)" id="verify-title">
        Verify Your Email
      </Title>
      {state.status === 'sent' ? (
        <SentMessage state={state} portal={portal} />
      ) : (
        <>
          {state.notice ? <Notice tone="positive">{state.notice}</Notice> : null}
          <Text c="var(--muted)">
            Enter the email address that {pageSettings.businessName} has on file for you.
          </Text>
          <EmailForm state={state} portal={portal} />
          <RefusalNotice state={state} portal={portal} />
        </>
      )}
      <HumanCheckNotice what="This form" />
    </Stack>
  </Card>
)

const SentMessage = ({ state: { email, isResending = false }, portal }: Props<SentState>) => {
  const message = useRef<HTMLDivElement>(null)
  useEffect(() => message.current?.focus(), [])
  return (
    <>
      <Stack ref={message} gap="xs" tabIndex={-1} role="status" style={{ outline: 0 }}>
        <Envelope />
        <Text fz="var(--font-body)" fw={600}>
          Please check your email for a verification link.
        </Text>
        <Text c="var(--muted)">
          We sent it to{' '}
          <Text span c="var(--text)" fw={700} style={{ overflowWrap: 'anywhere' }}>
            <EmailText email={email} />
          </Text>
          . It may take a minute, and it may be in your spam folder. You can close this page.
        </Text>
      </Stack>
      <Group gap="xs">
        <BusyButton
          variant="default"
          isBusy={isResending}
          busyLabel="Sending..."
          onClick={() => portal.sendAgain(email)}
        >
          Send Again
        </BusyButton>
        <Button variant="subtle" onClick={portal.askForEmail}>
          Use Another Email
        </Button>
      </Group>
    </>
  )
}

const Envelope = () => (
  <svg
    width={40}
    viewBox="0 0 48 48"
    fill="none"
    stroke="var(--muted)"
    strokeWidth={2.5}
    strokeLinejoin="round"
    aria-hidden="true"
    focusable="false"
    style={{ marginLeft: -4 }}
  >
    <rect x="5" y="11" width="38" height="27" rx="4" />
    <path d="M6 14l15.4 12.3a4 4 0 005.2 0L42 14" />
  </svg>
)

const RefusalNotice = ({ state: { email, refusal, token }, portal }: Props<AskingState>) => {
  if (!refusal) return null
  const { message, advice, kind } = refusal
  return (
    <Notice
      tone="negative"
      action={
        token ? (
          <Button variant="default" onClick={() => portal.tryAgain(token)}>
            Try again
          </Button>
        ) : null
      }
    >
      <p>{message}</p>
      {advice ? <p>{advice}</p> : null}
      {kind === 'not-approved' ? (
        <p>
          Our office: <ContactLink />
        </p>
      ) : null}
      {kind === 'expired' && billDrafts.has(email) ? (
        <p>
          We kept what you entered. Leave this page open and open the new link. You'll continue
          here.
        </p>
      ) : null}
    </Notice>
  )
}
