// What the states of a payment mean, in words for people who did not build them.
import type { AttemptState, PaymentAttempt } from '@invoice-desk/contract/payments-admin'
import type { Tone } from '../../../shared/ui/notice.tsx'

type Meaning = { readonly label: string; readonly tone: Tone; readonly text: string }

/**
 * Green: the money is here and in the books. Blue: it goes on by itself. Yellow and red: not known, or someone
 * must look. Grey: it ended and nothing was paid.
 */
const MEANINGS: Readonly<Record<AttemptState, Meaning>> = {
  created: {
    label: 'Beginning',
    tone: 'info',
    text: 'The payer has pressed the button; the balances are being read.',
  },
  reserved: {
    label: 'Waiting for the payer',
    tone: 'info',
    text: 'The invoices are held for the payer, who has up to 30 minutes to pay.',
  },
  confirming: {
    label: 'Being charged',
    tone: 'info',
    text: 'The provider has been asked for the money and has not answered yet.',
  },
  requires_action: {
    label: 'Waiting for the bank',
    tone: 'info',
    text: 'The payer’s bank asks them to confirm. Without an answer it ends after 30 minutes.',
  },
  unknown: {
    label: 'Outcome unknown',
    tone: 'warning',
    text: 'The provider did not say whether it charged anything. It is asked again and again; until then the invoices stay held.',
  },
  captured: {
    label: 'Paid, not booked yet',
    tone: 'info',
    text: 'The money has arrived and goes to QuickBooks next.',
  },
  booking: {
    label: 'Paid, being booked',
    tone: 'info',
    text: 'The money has arrived. QuickBooks is tried until it has the payment.',
  },
  needs_review: {
    label: 'Needs a look',
    tone: 'negative',
    text: 'The desk cannot settle this by itself. Its invoices stay held until someone does.',
  },
  booked: {
    label: 'Paid and booked',
    tone: 'positive',
    text: 'The money has arrived and QuickBooks has the payment.',
  },
  failed: {
    label: 'Failed',
    tone: 'neutral',
    text: 'Nothing was paid; the invoices are free.',
  },
  cancelled: {
    label: 'Cancelled',
    tone: 'neutral',
    text: 'Given up; the invoices are free.',
  },
  expired: {
    label: 'Expired',
    tone: 'neutral',
    text: 'The payer did not finish in time; nothing was paid and the invoices are free.',
  },
}

const BY_HAND: Meaning = {
  label: 'Settled by hand',
  tone: 'positive',
  text: 'The money has arrived, and staff took care of the books themselves.',
}

const ENDS: readonly AttemptState[] = ['booked', 'failed', 'cancelled', 'expired']

export const isEnded = (state: AttemptState): boolean => ENDS.includes(state)

export const meaningOf = ({
  state,
  settledByHand,
}: Pick<PaymentAttempt, 'state' | 'settledByHand'>): Meaning =>
  settledByHand ? BY_HAND : MEANINGS[state]

export const METHOD_LABELS = { stripe: 'Credit card', paypal: 'PayPal' } as const
/** Where staff look a payment up. */
export const PROVIDER_LABELS = { stripe: 'Stripe', paypal: 'PayPal' } as const

const dateAndTime = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

export const momentOf = (iso: string): string => dateAndTime.format(new Date(iso))

const time = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' })

export const timeOf = (iso: string): string => time.format(new Date(iso))
