// Errors about customer invoices and payments.

import type { ErrorEntry } from '../http/common-errors.ts'

/** What an error of a payment means for the payer. */
export type PaymentAdvice = {
  /** `not_this_time`: an earlier try may have been charged. */
  readonly charged: 'no' | 'not_this_time' | 'unknown'
  /** What to do. Without it, the server's texts for this error say that, and whether the payer was charged. */
  readonly next?: string
  /** Which other payment methods they can use, if the business accepts them. */
  readonly or?: 'card' | 'wallet' | 'other'
}

export const PAYMENT_ERRORS = {
  // Customer invoices
  invoice_not_found: {
    status: 404,
    text: "We couldn't find an invoice with this number and date. Check both and try again.",
  },
  invoice_search_failed: { status: 502, text: 'Failed to search for invoice' },
  payment_history_failed: { status: 502, text: 'Failed to fetch payment history' },
  invoice_details_failed: {
    status: 502,
    text: "We can't load this. Please try again in a moment.",
  },
  customer_proof_required: {
    status: 403,
    text: 'To see this, enter the ZIP code of your billing address or open a pay link.',
  },
  zip_mismatch: {
    status: 403,
    text: "We don't have this ZIP code for the invoice. Check it, or have us email you a link.",
  },
  customer_unread: {
    status: 502,
    text: "We can't check the ZIP code right now. Please try again in a moment.",
  },
  pay_link_invalid: {
    status: 403,
    text: 'This link has expired or was revoked.',
  },

  // Payments. `charged` and `next` are for the payer.
  payments_at_once: {
    status: 429,
    text: 'Many payments from your network are being made right now.',
    charged: 'no',
    next: 'Wait before you try again',
  },
  too_many_declines: {
    status: 429,
    text: 'Too many payments were declined.',
    charged: 'no',
    next: 'Wait before you try again',
    or: 'other',
  },
  invoice_lookup_expired: {
    status: 400,
    text: 'These search results have expired. Search for the invoice again.',
    charged: 'no',
    next: 'Search again, then pay',
  },
  customers_differ: {
    status: 400,
    text: 'You can pay invoices for only one customer at a time.',
    charged: 'no',
    next: 'Search again and select the invoices of one customer',
  },
  invoice_paid: {
    status: 409,
    text: 'This invoice has already been paid.',
    charged: 'not_this_time',
    next: 'If you paid earlier, look for the receipt in your email',
  },
  currency_not_accepted: {
    status: 422,
    text: "This invoice isn't in US dollars. Please pay it by bank transfer.",
    charged: 'no',
    next: 'Pay your other invoices here, or use a bank transfer',
  },
  amount_above_balance: {
    status: 409,
    text: 'The amount is more than the balance of this invoice.',
    charged: 'no',
    next: 'Search again to see the balance',
  },
  balance_changed: {
    status: 409,
    text: 'The balance of this invoice changed.',
    charged: 'no',
    next: 'Check the amount and pay again',
  },
  balance_unavailable: {
    status: 503,
    text: "We can't check the balance of this invoice right now, so we haven't charged you. Please try again in a few minutes.",
    charged: 'no',
  },
  amount_too_small: {
    status: 400,
    text: 'This amount is too small for a card payment.',
    charged: 'no',
    next: 'Pay a larger amount',
    or: 'wallet',
  },
  payment_in_progress: {
    status: 409,
    text: 'A payment for this invoice is already being processed.',
    charged: 'not_this_time',
    next: 'If the other payment is yours, wait for its receipt. Otherwise, try again in a few minutes, or ask us to release the invoice',
  },
  payment_key_reused: {
    status: 409,
    text: 'This payment was already started with different details. Reload the page and try again.',
    charged: 'unknown',
    next: "Please don't pay again before you've looked for a receipt in your email",
  },
  payments_paused: {
    status: 503,
    text: "We can't take payments right now.",
    charged: 'no',
    next: 'Try again later, or contact us',
  },
  payment_failed: {
    status: 502,
    text: 'Payment failed',
    charged: 'no',
  },
  /** A restored database may have lost the answer. */
  payment_unclear: {
    status: 502,
    text: "We can't tell whether this payment went through. Please contact us before you pay again.",
    charged: 'unknown',
  },
  payment_declined: {
    status: 402,
    text: "This payment was declined. You weren't charged. Try another payment method.",
    charged: 'no',
  },
  payment_cancelled: {
    status: 409,
    text: "This payment was canceled. You weren't charged. You can pay again.",
    charged: 'no',
  },
  payment_expired: {
    status: 410,
    text: "This payment wasn't completed in time. You weren't charged. Please start again.",
    charged: 'no',
  },
  card_unavailable: {
    status: 502,
    text: "The card service isn't responding. Your card wasn't charged. Try again in a moment.",
    charged: 'no',
  },
  wallet_unavailable: {
    status: 503,
    text: 'PayPal payment is currently unavailable. Please try another payment method.',
    charged: 'no',
    next: 'Please try again',
    or: 'other',
  },
  wallet_order_failed: {
    status: 502,
    text: 'Failed to create PayPal order',
    charged: 'no',
    next: 'Please try again',
    or: 'card',
  },
  wallet_failed: {
    status: 502,
    text: 'PayPal payment failed',
    charged: 'no',
    next: 'Please try again',
    or: 'card',
  },
  wallet_not_approved: {
    status: 409,
    text: "You haven't approved this payment in PayPal yet, so you weren't charged. Press the PayPal button to continue.",
    charged: 'no',
  },
  instrument_declined: {
    status: 422,
    text: "PayPal couldn't use the payment method you chose. You weren't charged. Choose another one in PayPal.",
    charged: 'no',
  },
  wallet_action_required: {
    status: 422,
    text: "PayPal needs you to confirm this payment again. You weren't charged. Press the PayPal button to continue.",
    charged: 'no',
  },
  wallet_declined: {
    status: 422,
    text: "PayPal declined this payment. You weren't charged. Pay another way or contact PayPal.",
    charged: 'no',
  },
  payment_unknown: {
    status: 404,
    text: "We couldn't find this payment, or its link has expired.",
    charged: 'unknown',
    next: "Please don't pay again before you've looked for a receipt in your email",
  },
  attempt_unknown: { status: 404, text: "We couldn't find that payment." },
  attempt_busy: {
    status: 409,
    text: 'This payment is being checked right now. Try again in a moment.',
  },
  attempt_unanswered: {
    status: 409,
    text: "The payment provider couldn't tell us whether it took money. Try again later, or look up the payment there.",
  },
  attempt_nothing_to_resolve: {
    status: 409,
    text: "There's nothing to resolve for this payment.",
  },
  reconciliation_running: {
    status: 409,
    text: 'A reconciliation is already running. Try again in a moment.',
  },
  reconciliation_needed: {
    status: 409,
    text: 'Reconcile first. Once a reconciliation is complete, you can take payments again.',
  },
} as const satisfies Record<string, ErrorEntry & Partial<PaymentAdvice>>

/** What errors of any call mean for the payer. */
const COMMON_ADVICE = {
  human_check_required: { charged: 'no', next: 'Reload the page if this happens again' },
  not_human: { charged: 'no', next: 'If this happens again, use another browser' },
  human_check_failed: { charged: 'no', next: 'If this happens again, use another browser' },
  changed_meanwhile: { charged: 'no', next: 'Reload the page to see how you can pay' },
} as const satisfies Record<string, PaymentAdvice>

type Errors = typeof PAYMENT_ERRORS
/** Every error of an endpoint that payers use must be one of these. */
export type PayerErrorCode =
  | keyof typeof COMMON_ADVICE
  | { [K in keyof Errors]: Errors[K] extends PaymentAdvice ? K : never }[keyof Errors]

const ADVICE: Readonly<Record<string, Partial<ErrorEntry & PaymentAdvice>>> = {
  ...PAYMENT_ERRORS,
  ...COMMON_ADVICE,
}

/** Undefined for an error that isn't about payments in particular. */
export const paymentAdviceOf = (code: string): PaymentAdvice | undefined => {
  const { charged, next, or } = Object.hasOwn(ADVICE, code) ? (ADVICE[code] ?? {}) : {}
  return charged && { charged, ...(next && { next }), ...(or && { or }) }
}

/** What the server says about a payment that failed without a reason for the payer. */
export const NOT_CHARGED_TEXT = `${PAYMENT_ERRORS.payment_failed.text}. You weren't charged. Please try again or use another payment method.`
