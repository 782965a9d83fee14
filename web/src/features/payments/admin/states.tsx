// What each payment state means to staff: its label, its color and an explanation.
import type { AttemptState, PaymentAttempt } from '@invoice-desk/contract/payments-admin'
import { Stack } from '@mantine/core'
import type { Tone } from '../../../shared/ui/notice.tsx'
import { Pill } from '../../../shared/ui/pill.tsx'

type Meaning = { readonly label: string; readonly tone: Tone; readonly text: string }

/**
 * Green: paid and recorded in QuickBooks. Blue: continues automatically. Yellow and red: unknown, or needs a
 * person. Gray: ended without a payment.
 */
const MEANINGS: Readonly<Record<AttemptState, Meaning>> = {
  created: {
    label: 'Starting',
    tone: 'info',
    text: 'The customer pressed Pay. We are reading the invoice balances.',
  },
  reserved: {
    label: 'Waiting for the customer',
    tone: 'info',
    text: 'The invoices are on hold while the customer pays, for up to 30 minutes.',
  },
  confirming: {
    label: 'Charging',
    tone: 'info',
    text: "We requested the charge. The provider hasn't answered yet.",
  },
  requires_action: {
    label: 'Waiting for the bank',
    tone: 'info',
    text: 'The bank asked the customer to confirm. The payment expires after 30 minutes.',
  },
  unknown: {
    label: 'Outcome unknown',
    tone: 'warning',
    text: "The provider hasn't said whether it charged the customer. We keep checking. The invoices stay on hold until we know.",
  },
  captured: {
    label: 'Paid, not recorded yet',
    tone: 'info',
    text: "The payment went through. We'll record it in QuickBooks next.",
  },
  booking: {
    label: 'Paid, being recorded',
    tone: 'info',
    text: "The payment went through. We're retrying until QuickBooks records it.",
  },
  needs_review: {
    label: 'Needs review',
    tone: 'negative',
    text: "We can't finish this payment automatically. Its invoices stay on hold until you resolve it.",
  },
  booked: {
    label: 'Paid and recorded',
    tone: 'positive',
    text: 'The payment went through, and QuickBooks has it.',
  },
  failed: {
    label: 'Failed',
    tone: 'neutral',
    text: 'Nothing was charged. The invoices can be paid again.',
  },
  cancelled: {
    label: 'Canceled',
    tone: 'neutral',
    text: 'Canceled. The invoices can be paid again.',
  },
  expired: {
    label: 'Expired',
    tone: 'neutral',
    text: "The customer didn't finish in time. Nothing was charged, and the invoices can be paid again.",
  },
}

const SETTLED_BY_HAND: Meaning = {
  label: 'Settled manually',
  tone: 'positive',
  text: 'The payment went through, and staff recorded it in QuickBooks themselves.',
}

export const meaningOf = ({
  state,
  settledByHand,
}: Pick<PaymentAttempt, 'state' | 'settledByHand'>): Meaning =>
  settledByHand ? SETTLED_BY_HAND : MEANINGS[state]

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

const dateAndTime = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })
const time = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' })

export const formatDateTime = (iso: string): string => dateAndTime.format(new Date(iso))

export const formatTime = (iso: string): string => time.format(new Date(iso))
