// One payment: where it stands, what it pays, what happened to it, and what staff can do about it.
import type { PaymentAttemptDetails } from '@invoice-desk/contract/payments-admin'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../../shared/api-error.ts'
import { showToast } from '../../../shared/toasts.ts'
import { BusyButton } from '../../../shared/ui/busy-button.tsx'
import { Dialog } from '../../../shared/ui/dialog.tsx'
import { Loaded } from '../../../shared/ui/loaded.tsx'
import { attemptQuery, checkMutation } from './api.ts'
import classes from './attempt-dialog.module.css'
import { AttemptFacts } from './attempt-facts.tsx'
import { AttemptLines } from './attempt-lines.tsx'
import { AttemptTimeline } from './attempt-timeline.tsx'
import { ResolveForm } from './resolve-form.tsx'
import { StatePill } from './state-pill.tsx'
import { meaningOf } from './states.ts'

export const AttemptDialog = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const query = useQuery(attemptQuery(id))
  const title = query.data ? `Payment by ${query.data.companyName}` : 'Payment'
  return (
    <Dialog title={title} size="xl" onClose={onClose}>
      <Loaded query={query}>
        {(attempt) => (
          <div className={classes.parts}>
            <Standing attempt={attempt} />
            {attempt.review || attempt.state === 'needs_review' ? (
              <ResolveForm attempt={attempt} />
            ) : null}
            <AttemptFacts attempt={attempt} />
            <AttemptLines lines={attempt.lines} />
            <AttemptTimeline events={attempt.events} />
          </div>
        )}
      </Loaded>
    </Dialog>
  )
}

const Standing = ({ attempt }: { attempt: PaymentAttemptDetails }) => (
  <div className={classes.standing}>
    <div className={classes.meaning}>
      <StatePill attempt={attempt} />
      <p>{meaningOf(attempt).text}</p>
      {attempt.failure ? <p className={classes.failure}>“{attempt.failure}”</p> : null}
    </div>
    <div className={classes.actions}>
      {attempt.receiptUrl ? (
        <a href={attempt.receiptUrl} target="_blank" rel="noopener noreferrer">
          Receipt
        </a>
      ) : null}
      <CheckNow attempt={attempt} />
    </div>
  </div>
)

const unansweredText = (service: string): string =>
  `${service} could not be asked just now, so this is what was known before. It is asked again by itself; you can also check again in a minute.`

const CheckNow = ({ attempt }: { attempt: PaymentAttemptDetails }) => {
  const check = useMutation({
    ...checkMutation(useQueryClient()),
    onError: (error) => showToast('error', messageOf(error)),
  })
  const run = () =>
    check.mutate(attempt.id, {
      onSuccess: (checked) => {
        if (checked.unanswered) return showToast('warning', unansweredText(checked.unanswered))
        const isSame = checked.state === attempt.state && checked.review === attempt.review
        if (isSame) showToast('info', 'Checked: there is nothing new.')
        else showToast('success', `Checked: ${meaningOf(checked).label.toLowerCase()}.`)
      },
    })
  return (
    <BusyButton variant="default" isBusy={check.isPending} busyLabel="Checking..." onClick={run}>
      Check now
    </BusyButton>
  )
}
