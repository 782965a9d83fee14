// Endpoints for staff who manage payments: one attempt, its review, and reconciliations. The list is in `payments-list.ts`.
import { z } from 'zod'
import type { Endpoint } from '../http/endpoint.ts'
import { uuid } from '../values/ids.ts'
import { REASON_LENGTH_MAX } from '../values/limits.ts'
import { PAYMENT_METHOD_IDS } from './payment-methods.ts'

/** The states of a payment attempt; the last four are final. */
export const ATTEMPT_STATES = [
  'created',
  'reserved',
  'confirming',
  'requires_action',
  'unknown',
  'captured',
  'booking',
  'needs_review',
  'booked',
  'failed',
  'cancelled',
  'expired',
] as const
export type AttemptState = (typeof ATTEMPT_STATES)[number]

export const FINAL_STATES: readonly AttemptState[] = ['booked', 'failed', 'cancelled', 'expired']

export const isFinal = (state: AttemptState): boolean => FINAL_STATES.includes(state)

const RELEASABLE: readonly AttemptState[] = ['reserved', 'requires_action', 'confirming', 'unknown']

/** Nothing was charged as far as we know, and staff can release the invoices. */
export const canRelease = (state: AttemptState): boolean => RELEASABLE.includes(state)

/** What staff call each state. */
export const STATE_LABELS: Readonly<Record<AttemptState | 'settled', string>> = {
  created: 'Starting',
  reserved: 'Waiting for the customer',
  confirming: 'Charging',
  requires_action: 'Waiting for the bank',
  unknown: 'Outcome unknown',
  captured: 'Paid, not recorded yet',
  booking: 'Paid, being recorded',
  needs_review: 'Needs review',
  booked: 'Paid and recorded',
  /** Booked by hand. */
  settled: 'Settled manually',
  failed: 'Failed',
  cancelled: 'Canceled',
  expired: 'Expired',
}

export const paymentAttempt = z.object({
  id: z.string(),
  method: z.enum(PAYMENT_METHOD_IDS),
  state: z.enum(ATTEMPT_STATES),
  customer: z.string(),
  companyName: z.string(),
  payerName: z.string(),
  email: z.string(),
  amount: z.number(),
  invoiceNumbers: z.array(z.string()),
  /** Paid, and staff entered it in QuickBooks by hand. */
  settledByHand: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  /** When the provider took the money. */
  receivedAt: z.iso.datetime().optional(),
  /** Why staff should review it; empty if no review is needed. */
  review: z.string(),
})
export type PaymentAttempt = z.infer<typeof paymentAttempt>

export const paymentAttemptDetails = paymentAttempt.extend({
  /** The provider's id for the payment, and QuickBooks' id for its booking. */
  providerId: z.string().optional(),
  qboPaymentId: z.string().optional(),
  /** The card or wallet account, once it's paid. */
  paidWith: z.string().optional(),
  unappliedAmount: z.number(),
  refundedAmount: z.number(),
  dispute: z.string().optional(),
  failure: z.string().optional(),
  nextCheckAt: z.iso.datetime().optional(),
  /** The version of the terms that the payer agreed to, and when. */
  terms: z.object({ version: z.string(), agreedAt: z.iso.datetime() }).optional(),
  /** Present once it's paid. */
  receiptUrl: z.string().optional(),
  lines: z.array(
    z.object({ invoiceNumber: z.string(), amount: z.number(), balanceBefore: z.number() }),
  ),
  events: z.array(
    z.object({ at: z.iso.datetime(), actor: z.string(), action: z.string(), detail: z.string() }),
  ),
})
export type PaymentAttemptDetails = z.infer<typeof paymentAttemptDetails>

const attemptId = z.object({ id: uuid })

export const getPaymentAttempt = {
  method: 'GET',
  path: '/api/payments/admin/attempt',
  summary: 'One attempt with its invoices and history',
  access: 'tool:pay_invoice',
  query: attemptId,
  response: paymentAttemptDetails,
  errors: ['attempt_unknown'],
} as const satisfies Endpoint

export const checkPaymentAttempt = {
  method: 'POST',
  path: '/api/payments/admin/attempt/check',
  summary: 'Check an attempt with the provider and QuickBooks now',
  access: 'tool:pay_invoice',
  body: attemptId,
  response: paymentAttemptDetails.extend({
    /** The service that didn't answer, if any. */
    unanswered: z.string().optional(),
  }),
  errors: ['attempt_unknown', 'attempt_busy'],
} as const satisfies Endpoint

export const resolvePaymentAttempt = {
  method: 'POST',
  path: '/api/payments/admin/attempt/resolve',
  summary: 'Resolve a review, or release the invoices of a waiting payment, with a note',
  access: 'tool:pay_invoice',
  body: attemptId.extend({
    note: z.string().trim().min(1, 'Please say what you did.').max(REASON_LENGTH_MAX),
    /** The staff member looked it up at the provider and found that no money was taken. */
    lookedUp: z.boolean().optional(),
  }),
  response: paymentAttemptDetails,
  errors: ['attempt_unknown', 'attempt_nothing_to_resolve', 'attempt_unanswered', 'attempt_busy'],
} as const satisfies Endpoint

/** The kinds of differences that a reconciliation finds. */
export const DIFFERENCE_KINDS = [
  'charge_without_attempt',
  'attempt_without_charge',
  'amount_differs',
  'charge_not_booked',
  'charge_after_end',
  'booking_missing',
  'booking_amount_differs',
  'booked_twice',
  'booking_without_attempt',
  'refund_not_booked',
  'dispute_unread',
] as const
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number]

export const paymentDifference = z.object({
  kind: z.enum(DIFFERENCE_KINDS),
  attemptId: z.string().optional(),
  providerId: z.string().optional(),
  qboPaymentId: z.string().optional(),
  /** A sentence with both amounts. */
  text: z.string(),
})
export type PaymentDifference = z.infer<typeof paymentDifference>

export const reconciliation = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  /** The first day it covers. */
  since: z.string(),
  charges: z.number().int(),
  attempts: z.number().int(),
  bookings: z.number().int(),
  differences: z.array(paymentDifference),
  /** Why it didn't finish; absent if it did. */
  failure: z.string().optional(),
})
export type Reconciliation = z.infer<typeof reconciliation>

export const listReconciliations = {
  method: 'GET',
  path: '/api/payments/admin/reconciliations',
  summary: 'The latest reconciliations, newest first',
  access: 'tool:pay_invoice',
  response: z.object({
    reconciliations: z.array(reconciliation),
    /** The database was restored from a backup, so no new payments begin. */
    paused: z
      .object({
        since: z.iso.datetime(),
        /** A complete reconciliation has run since. */
        canResume: z.boolean(),
      })
      .optional(),
  }),
} as const satisfies Endpoint

export const reconcilePayments = {
  method: 'POST',
  path: '/api/payments/admin/reconcile',
  summary: 'Reconcile providers, attempts and QuickBooks now',
  access: 'tool:pay_invoice',
  response: reconciliation,
  errors: ['reconciliation_running'],
} as const satisfies Endpoint

export const resumePayments = {
  method: 'POST',
  path: '/api/payments/admin/resume',
  summary:
    'Take payments again after the database was restored from a backup, once a reconciliation is complete',
  access: 'tool:pay_invoice',
  recentSignIn: true,
  response: z.object({}),
  errors: ['reconciliation_needed'],
} as const satisfies Endpoint
