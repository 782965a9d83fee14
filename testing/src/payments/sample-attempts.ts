// Payments in every state and a reconciliation with differences, for pages without a server.
import type { AttemptTotals } from '@invoice-desk/contract/payments/list'

const ID = '3f2a9c01-0000-4000-8000-0000000000'

const attempt = (n: number, fields: Record<string, unknown>) => ({
  id: `${ID}${String(n).padStart(2, '0')}`,
  method: 'stripe',
  customer: 'Cobalt Coffee Roasters',
  companyName: 'Cobalt Coffee Roasters',
  payerName: 'Pat Payer',
  email: 'pat.payer@cobaltcoffee.example',
  amount: 892.5,
  invoiceNumbers: ['1008', '1010'],
  settledByHand: false,
  createdAt: `2026-11-${String(15 - Math.floor(n / 3)).padStart(2, '0')}T15:${String(59 - n * 4)}:00.000Z`,
  updatedAt: '2026-11-15T15:59:10.000Z',
  review: '',
  ...fields,
})

const REFUNDED =
  '$120.00 was refunded at the provider. QuickBooks still shows the payment. Please correct it there.'
const WRONG = '30 USD was charged instead of $31.00. Nothing was booked.'

const ATTEMPTS = [
  attempt(1, { state: 'requires_action' }),
  attempt(2, {
    state: 'booking',
    method: 'paypal',
    companyName: 'Aspen Ridge Dental',
    customer: 'Aspen Ridge Dental, P.C.',
    amount: 1_940,
    invoiceNumbers: ['1001', '1002', '1003', '1004', '1005'],
  }),
  attempt(3, { state: 'booked', review: REFUNDED, amount: 504, invoiceNumbers: ['1009'] }),
  attempt(4, { state: 'needs_review', review: WRONG, amount: 31, invoiceNumbers: ['1014'] }),
  attempt(5, { state: 'booked', method: 'paypal', companyName: 'Juniper Hall', amount: 75 }),
  attempt(6, { state: 'unknown', companyName: 'Foxglove Interiors', amount: 2_310.4 }),
  attempt(7, { state: 'failed', amount: 50, invoiceNumbers: ['1007'] }),
  attempt(8, { state: 'booked', settledByHand: true, amount: 18.2, invoiceNumbers: ['1006'] }),
  attempt(9, { state: 'expired', amount: 332.5, invoiceNumbers: ['1010'] }),
]

const event = (at: string, action: string, detail = '', actor = 'system') => ({
  at: `2026-11-${at}.000Z`,
  actor,
  action,
  detail,
})

export const ATTEMPT = {
  ...ATTEMPTS[2],
  amount: 892.5,
  invoiceNumbers: ['1008', '1010'],
  providerId: 'pi_3SampleCobaltCoffee01',
  qboPaymentId: '1187',
  unappliedAmount: 0,
  refundedAmount: 120,
  receiptUrl: '/api/payments/receipt?payment=stub',
  terms: { version: '2026-11-01', agreedAt: '2026-11-14T15:47:00.000Z' },
  lines: [
    { invoiceNumber: '1008', amount: 560, balanceBefore: 560 },
    { invoiceNumber: '1010', amount: 332.5, balanceBefore: 400 },
  ],
  events: [
    event('14T20:11:08', 'payment_refunded', '$120.00 refunded in total'),
    event('14T15:47:04', 'payment_booked', 'QuickBooks payment 1187'),
    event('14T15:47:03', 'payment_booking'),
    event('14T15:47:03', 'payment_captured', '$892.50 · pi_3SampleCobaltCoffee01'),
    event('14T15:47:01', 'payment_confirming'),
    event('14T15:47:01', 'payment_reserved'),
    event('14T15:47:00', 'payment_begun', '$892.50', 'pat.payer@cobaltcoffee.example'),
  ],
}

const difference = (kind: string, text: string, attemptId?: string) => ({ kind, text, attemptId })

export const RECONCILIATION = {
  id: 'stub',
  at: '2026-11-15T05:20:00.000Z',
  since: '2026-11-08',
  charges: 41,
  attempts: 58,
  bookings: 39,
  differences: [
    difference(
      'refund_not_booked',
      '$120.00 was refunded at Stripe, but QuickBooks payment 1187 still shows $892.50.',
      `${ID}03`,
    ),
    difference('amount_differs', 'Stripe charged $30.00 instead of $31.00.', `${ID}04`),
    difference(
      'booking_without_attempt',
      'QuickBooks payment 1190 for $75.00 names pi_3SampleWithoutAttempt0001, but we have no payment with that id.',
    ),
  ],
}

const TOTALS: AttemptTotals = {
  received: { count: 5, amount: 2_568.2 },
  refunded: { count: 1, amount: 120 },
  inProgress: { count: 2, amount: 1_985.4 },
  notReceived: { count: 2, amount: 1_600 },
}

export const ATTEMPT_LIST = {
  attempts: ATTEMPTS,
  total: ATTEMPTS.length,
  totals: TOTALS,
  counts: { open: 4, review: 2 },
}
