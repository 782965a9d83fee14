// Why someone was not let in, and what can be done about it.
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { ContactLink } from '../../../shared/ui/contact-link.tsx'
import { Notice } from '../../../shared/ui/notice.tsx'
import type { Refusal } from '../verification/portal-flow.ts'
import type { Portal, PortalState } from '../verification/use-portal.ts'

type RefusalNoticeProps = {
  readonly state: Extract<PortalState, { status: 'asking' | 'checking' }>
  readonly portal: Portal
  readonly hasDraft: boolean
}

export const RefusalNotice = ({ state, portal, hasDraft }: RefusalNoticeProps) => {
  const { refusal, token } = state
  if (!refusal) return null
  const again = token ? (
    <Button variant="default" onClick={() => portal.tryAgain(token)}>
      Try again
    </Button>
  ) : null
  return (
    <Notice tone="negative" action={again}>
      <p>{refusal.message}</p>
      <Advice refusal={refusal} hasDraft={hasDraft} />
    </Notice>
  )
}

const Advice = ({ refusal, hasDraft }: { refusal: Refusal; hasDraft: boolean }): ReactNode => {
  if (refusal.detail) return <p>{refusal.detail}</p>
  if (refusal.kind === 'not-approved') {
    return (
      <p>
        Our office: <ContactLink />
      </p>
    )
  }
  if (refusal.kind === 'expired' && hasDraft) {
    return (
      <p>
        What you entered is kept. Leave this page open, and open the new link: this page then goes
        on where you were.
      </p>
    )
  }
  if (refusal.kind === 'link' && !refusal.isPassing) {
    return <p>Enter your email and we send you a new link.</p>
  }
  return null
}
