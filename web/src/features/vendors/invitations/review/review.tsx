// The review of a vendor's details: what the vendor sent, beside what QuickBooks has.
import { Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../../../shared/api/api-error.ts'
import { AppLink } from '../../../../shared/navigation/app-link.tsx'
import { Card } from '../../../../shared/ui/card.tsx'
import { EmailText } from '../../../../shared/ui/email-text.tsx'
import { Loaded } from '../../../../shared/ui/feedback/loaded.tsx'
import { Notice } from '../../../../shared/ui/feedback/notice.tsx'
import { IconArrowLeft } from '../../../../shared/ui/icons.ts'
import { DetailsSummary, Row, SignedRow } from '../../details/details-summary.tsx'
import { useTab } from '../../tabs/tab.ts'
import { type Reviewed, reviewQuery } from '../api.ts'
import { timeLeft } from '../invitation-text.ts'
import { DecisionForm } from './decision-form.tsx'
import classes from './review.module.css'

export const Review = ({ id }: { id: string }) => {
  const { addressOf } = useTab()
  const query = useQuery(reviewQuery(id))
  const [isReloaded, setIsReloaded] = useState(false)
  const reload = () => {
    setIsReloaded(true)
    void query.refetch()
  }
  return (
    <>
      <AppLink className="inline-line gap-1 mb-2" to={addressOf('invitations')}>
        <IconArrowLeft size={16} stroke={1.75} aria-hidden />
        All invitations
      </AppLink>
      {isGone(query.error) ? (
        <Notice tone="warning" title="Nothing to review">
          <p>{query.error?.message}</p>
        </Notice>
      ) : (
        <Loaded query={query}>
          {(reviewed) => (
            <Reviewing
              // What changed needs a new decision.
              key={query.dataUpdatedAt}
              reviewed={reviewed}
              isReloaded={isReloaded}
              onReload={reload}
            />
          )}
        </Loaded>
      )}
    </>
  )
}

const isGone = (error: unknown): boolean => error instanceof ApiError && error.is('not_found')

/** What happened to details that no longer wait. We erased the tax ID. */
const DECIDED = {
  invited: 'The vendor has a new link and hasn’t sent new details yet.',
  sent_back: 'These details were sent back to the vendor, who hasn’t corrected them yet.',
  accepted: 'These details were accepted.',
  expired:
    'No one reviewed these details in time, so we erased the tax ID. Send the vendor a new link.',
} as const

type ReviewingProps = {
  readonly reviewed: Reviewed
  /** True after a change, so people see the details from the top. */
  readonly isReloaded: boolean
  readonly onReload: () => void
}

const Reviewing = ({ reviewed, isReloaded, onReload }: ReviewingProps) => {
  const { state } = reviewed.invitation
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    if (isReloaded) heading.current?.scrollIntoView()
  }, [isReloaded])
  return (
    <>
      <Title
        ref={heading}
        order={2}
        fz="lg"
        mb="sm"
        tabIndex={-1}
        className={`anywhere ${classes.title}`}
      >
        Review details from {reviewed.invitation.name}
      </Title>
      <div className="columns top">
        <SentDetails {...reviewed} />
        {state === 'submitted' ? (
          <DecisionForm reviewed={reviewed} onReload={onReload} />
        ) : (
          <Notice title="Nothing to decide">
            <p>{DECIDED[state]}</p>
          </Notice>
        )}
      </div>
    </>
  )
}

const SentDetails = ({ invitation, details }: Reviewed) => (
  <Card title="What the vendor sent">
    <DetailsSummary details={details}>
      <Row label="Email">
        <EmailText email={invitation.email} />
      </Row>
      <SignedRow details={details} />
    </DetailsSummary>
    {invitation.state === 'submitted' ? (
      <Text c="dimmed" fz="sm" mt="sm">
        We keep the full tax ID only until you decide. If you don't, we'll erase it{' '}
        {timeLeft(invitation, Date.now())}.
      </Text>
    ) : null}
  </Card>
)
