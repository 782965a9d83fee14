// The first card of the portal: whose bills are asked for, and the way to the link that proves it.
import { pageSettings } from '../../../shared/page-settings.ts'
import { Card } from '../../../shared/ui/card.tsx'
import { HumanCheckPrint } from '../../../shared/ui/human-check-print.tsx'
import { Notice } from '../../../shared/ui/notice.tsx'
import { RefusalNotice } from '../submission/refusal-notice.tsx'
import { EmailForm } from './email-form.tsx'
import { SentMessage } from './sent-message.tsx'
import type { Portal, PortalState } from './use-portal.ts'
import classes from './verify-card.module.css'

type VerifyCardProps = {
  readonly state: Extract<PortalState, { status: 'asking' | 'checking' | 'sent' }>
  readonly portal: Portal
  /** An invoice was half entered when the session ended. */
  readonly hasDraft: boolean
}

export const VerifyCard = ({ state, portal, hasDraft }: VerifyCardProps) => (
  <Card>
    <section className={classes.card} aria-labelledby="verify-title">
      <h2 id="verify-title" className={classes.title}>
        Verify Your Email
      </h2>
      {state.status === 'sent' ? (
        <SentMessage state={state} portal={portal} />
      ) : (
        <>
          {state.notice ? (
            <Notice tone="positive">
              <p>{state.notice}</p>
            </Notice>
          ) : null}
          <p className={classes.text}>
            Enter the email address that {pageSettings.businessName} knows you by.
          </p>
          <EmailForm state={state} portal={portal} />
          <RefusalNotice state={state} portal={portal} hasDraft={hasDraft} />
        </>
      )}
      <HumanCheckPrint what="This form" />
    </section>
  </Card>
)
