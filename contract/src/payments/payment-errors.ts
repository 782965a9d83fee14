// Errors about customer invoices and payments.

import type { ErrorEntry } from '../http/common-errors.ts'

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

  // Payments
  payments_at_once: {
    status: 429,
    text: 'Many payments from your network are being made right now.',
  },
  too_many_declines: { status: 429, text: 'Too many payments were declined.' },
  invoice_lookup_expired: {
    status: 400,
    text: 'These search results have expired. Search for the invoice again.',
  },
  customers_differ: {
    status: 400,
    text: 'You can pay invoices for only one customer at a time.',
  },
  invoice_paid: {
    status: 409,
    text: 'This invoice has already been paid.',
  },
  currency_not_accepted: {
    status: 422,
    text: "This invoice isn't in US dollars. Please pay it by bank transfer.",
  },
  amount_above_balance: {
    status: 409,
    text: 'The amount is more than the balance of this invoice.',
  },
  balance_changed: {
    status: 409,
    text: 'The balance of this invoice changed.',
  },
  balance_unavailable: {
    status: 503,
    text: "We can't check the balance of this invoice right now, so we haven't charged you. Please try again in a few minutes.",
  },
  amount_too_small: { status: 400, text: 'This amount is too small for a card payment.' },
  payment_in_progress: {
    status: 409,
    text: 'A payment for this invoice is already being processed.',
  },
  payment_key_reused: {
    status: 409,
    text: 'This payment was already started with different details. Reload the page and try again.',
  },
  payments_paused: { status: 503, text: "We can't take payments right now." },
  payment_failed: { status: 502, text: 'Payment failed' },
  payment_declined: {
    status: 402,
    text: "This payment was declined. You weren't charged. Try another payment method.",
  },
  payment_cancelled: {
    status: 409,
    text: "This payment was canceled. You weren't charged. You can pay again.",
  },
  payment_expired: {
    status: 410,
    text: "This payment wasn't completed in time. You weren't charged. Please start again.",
  },
  card_unavailable: {
    status: 502,
    text: "The card service isn't responding. Your card wasn't charged. Try again in a moment.",
  },
  wallet_unavailable: {
    status: 503,
    text: 'PayPal payment is currently unavailable. Please try another payment method.',
  },
  wallet_order_failed: { status: 502, text: 'Failed to create PayPal order' },
  wallet_failed: { status: 502, text: 'PayPal payment failed' },
  wallet_not_approved: {
    status: 409,
    text: "You haven't approved this payment in PayPal yet, so you weren't charged. Press the PayPal button to continue.",
  },
  instrument_declined: {
    status: 422,
    text: "PayPal couldn't use the payment method you chose. You weren't charged. Choose another one in PayPal.",
  },
  wallet_action_required: {
    status: 422,
    text: "PayPal needs you to confirm this payment again. You weren't charged. Press the PayPal button to continue.",
  },
  wallet_declined: {
    status: 422,
    text: "PayPal declined this payment. You weren't charged. Pay another way or contact PayPal.",
  },
  payment_unknown: {
    status: 404,
    text: "We couldn't find this payment, or its link has expired.",
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
} as const satisfies Record<string, ErrorEntry>
