// Endpoints for the staff list of payments and its export.
import { z } from 'zod'
import type { Endpoint } from '../http/endpoint.ts'
import { dollars, filterDay, inOrder, severalOf } from '../http/list-query.ts'
import { optionalLine } from '../values/text.ts'
import { ATTEMPT_STATES, paymentAttempt } from './admin.ts'
import { PAYMENT_METHOD_IDS } from './payment-methods.ts'

export const ATTEMPT_VIEWS = ['all', 'open', 'review'] as const
export type AttemptView = (typeof ATTEMPT_VIEWS)[number]
export const ATTEMPTS_PAGE_SIZE = 100

export const ATTEMPT_SORTS = [
  '-started',
  'started',
  '-amount',
  'amount',
  'customer',
  '-customer',
] as const
export type AttemptSort = (typeof ATTEMPT_SORTS)[number]

const filter = z.object({
  view: z.enum(ATTEMPT_VIEWS).default('all'),
  /** Words of a customer, payer, email, invoice number or provider id, or parts of them. */
  search: optionalLine(200),
  state: severalOf(ATTEMPT_STATES).optional(),
  method: severalOf(PAYMENT_METHOD_IDS).optional(),
  // Days in the business's time zone. The overview counts a payment on the day that it was received.
  receivedFrom: filterDay.optional(),
  receivedTo: filterDay.optional(),
  startedFrom: filterDay.optional(),
  startedTo: filterDay.optional(),
  amountFrom: dollars.optional(),
  amountTo: dollars.optional(),
  /** Only payments of which something was refunded. */
  refunded: z.enum(['yes']).optional(),
  sort: z.enum(ATTEMPT_SORTS).default('-started'),
})
export type AttemptFilter = z.infer<typeof filter>

const figure = z.object({ count: z.number().int(), amount: z.number() })

const attemptTotals = z.object({
  /** What arrived, before refunds. */
  received: figure,
  /** Payments of which something was refunded, and how much. */
  refunded: figure,
  /** Not settled: the money may still arrive, or may have arrived without our knowing. */
  inProgress: figure,
  /** Failed, canceled or expired. */
  notReceived: figure,
})
export type AttemptTotals = z.infer<typeof attemptTotals>

export const listPaymentAttempts = {
  method: 'GET',
  path: '/api/payments/admin/attempts',
  summary: 'A page of payment attempts, with totals',
  access: 'tool:pay_invoice',
  query: filter
    .extend({ page: z.coerce.number().int().min(1).max(10_000).default(1) })
    .superRefine(inOrder),
  response: z.object({
    attempts: z.array(paymentAttempt),
    /** Count of all pages. */
    total: z.number().int(),
    totals: attemptTotals,
    /** Per view, regardless of the other filters. */
    counts: z.object({ open: z.number().int(), review: z.number().int() }),
  }),
} as const satisfies Endpoint

export const exportPaymentAttempts = {
  method: 'GET',
  path: '/api/payments/admin/attempts.csv',
  summary: 'The filtered payment attempts as CSV that is safe to open in a spreadsheet',
  access: 'tool:pay_invoice',
  limit: 'export',
  query: filter.superRefine(inOrder),
  file: 'text/csv',
  response: z.unknown(),
} as const satisfies Endpoint
