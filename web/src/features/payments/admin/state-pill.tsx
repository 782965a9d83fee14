// Where a payment stands, in a word and a colour.
import type { PaymentAttempt } from '@invoice-desk/contract/payments-admin'
import { Pill } from '../../../shared/ui/pill.tsx'
import classes from './state-pill.module.css'
import { meaningOf } from './states.ts'

export const StatePill = ({ attempt }: { attempt: PaymentAttempt }) => {
  const { label, tone } = meaningOf(attempt)
  return (
    <span className={classes.pills}>
      <Pill tone={tone}>{label}</Pill>
      {attempt.review && attempt.state !== 'needs_review' ? (
        <Pill tone="negative">Needs a look</Pill>
      ) : null}
    </span>
  )
}
