// A link is on its way: where to look for it, and what to do if it does not come.
import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { BusyButton } from '../../../shared/ui/busy-button.tsx'
import { EmailText } from '../../../shared/ui/email-text.tsx'
import type { Portal, PortalState } from './use-portal.ts'
import classes from './verify-card.module.css'

type SentMessageProps = {
  readonly state: Extract<PortalState, { status: 'sent' }>
  readonly portal: Portal
}

export const SentMessage = ({ state, portal }: SentMessageProps) => {
  const { email, isResending } = state
  const message = useRef<HTMLDivElement>(null)
  useEffect(() => message.current?.focus(), [])
  return (
    <>
      <div ref={message} className={classes.sent} tabIndex={-1} role="status">
        <Envelope />
        <p className={classes.lead}>Please check your email for a verification link.</p>
        <p className={classes.text}>
          We sent it to{' '}
          <strong className={classes.email}>
            <EmailText email={email} />
          </strong>
          . It may take a minute, and it may land in your spam folder. You can close this page.
        </p>
      </div>
      <div className={classes.choices}>
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
      </div>
    </>
  )
}

const Envelope = () => (
  <svg className={classes.envelope} viewBox="0 0 48 48" aria-hidden="true" focusable="false">
    <rect x="5" y="11" width="38" height="27" rx="4" />
    <path d="M6 14l15.4 12.3a4 4 0 005.2 0L42 14" />
  </svg>
)
