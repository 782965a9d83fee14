// What each payment state means to staff: its label, its color and an explanation.
import {
  type AttemptState,
  isFinal,
  type PaymentAttempt,
  STATE_LABELS,
} from '@invoice-desk/contract/payments/admin'
import { Stack } from '@mantine/core'
import { dateAndTime, timeOfDay } from '../../../shared/text/times.ts'
import type { Tone } from '../../../shared/ui/feedback/notice.tsx'
import { Pill } from '../../../shared/ui/pill.tsx'

const TEXTS: Readonly<Record<AttemptState | 'settled', string>> = {
  created: "The customer pressed Pay. We're reading the invoice balances.",
  reserved: 'The invoices are on hold while the customer pays, for up to 30 minutes.',
  confirming: "We requested the charge. The provider hasn't answered yet.",
  requires_action: 'The bank asked the customer to confirm. The payment expires after 30 minutes.',
  unknown:
    "The provider hasn't said whether it charged the customer. We keep checking. The invoices stay on hold until we know.",
  captured: "The payment went through. We'll record it in QuickBooks next.",
  booking: "The payment went through. We're retrying until QuickBooks records it.",
  needs_review:
    "We can't finish this payment automatically. Its invoices stay on hold until you resolve it.",
  booked: "The payment went through, and it's recorded in QuickBooks.",
  settled: 'The payment went through, and staff recorded it in QuickBooks themselves.',
  failed: 'Nothing was charged. The invoices can be paid again.',
  cancelled: 'Canceled. The invoices can be paid again.',
  expired:
    "The customer didn't finish in time. Nothing was charged, and the invoices can be paid again.",
}

/** A final state is green if the payment went through, otherwise gray. Blue states continue automatically. */
const toneOf = (state: AttemptState): Tone => {
  if (isFinal(state)) return state === 'booked' ? 'positive' : 'neutral'
  if (state === 'needs_review') return 'negative'
  return state === 'unknown' ? 'warning' : 'info'
}

export const meaningOf = ({
  state,
  settledByHand,
}: Pick<PaymentAttempt, 'state' | 'settledByHand'>) => {
  const meaning = settledByHand ? 'settled' : state
  return {
    label: STATE_LABELS[meaning],
    text: TEXTS[meaning],
    tone: toneOf(settledByHand ? 'booked' : state),
  }
}

export const StatePill = ({ attempt }: { attempt: PaymentAttempt }) => {
  const { label, tone } = meaningOf(attempt)
  return (
    <Stack gap={4} align="flex-start">
      <Pill tone={tone}>{label}</Pill>
      {attempt.review && attempt.state !== 'needs_review' ? (
        <Pill tone="negative">Needs review</Pill>
      ) : null}
    </Stack>
  )
}

export const formatDateTime = (iso: string): string => dateAndTime.format(new Date(iso))

export const formatTime = (iso: string): string => timeOfDay.format(new Date(iso))
