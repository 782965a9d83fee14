// Endpoints for the overview and for the counts in the navigation. Parts that the account's tools don't cover are absent.
import { z } from 'zod'
import type { Endpoint } from '../http/endpoint.ts'
import { PAYMENT_METHOD_IDS } from '../payments/payment-methods.ts'

const count = z.number().int().min(0)

export const getWorkspaceCounts = {
  method: 'GET',
  path: '/api/overview/counts',
  summary: 'What is waiting for the caller, by tool',
  access: 'staff',
  response: z.object({
    /** With `approve_invoice`. */
    pendingInvoices: count.optional(),
    /** With `pay_invoice`. */
    paymentsToReview: count.optional(),
    /** With `connections`: QuickBooks isn't connected, or won't be for long. */
    connectionNeedsAttention: z.boolean().optional(),
    failedJobs: count,
  }),
} as const satisfies Endpoint
export type WorkspaceCounts = z.infer<(typeof getWorkspaceCounts)['response']>

/** Amounts are in dollars. */
const figure = z.object({ count, amount: z.number() })
export type Figure = z.infer<typeof figure>

const ranges = z.array(figure.extend({ label: z.string() }))

/** Pending invoices by calendar days since their submission, and approved ones by days until they're due. */
export const AGE_RANGES = [
  { label: '0–2 days', daysMax: 2 },
  { label: '3–7 days', daysMax: 7 },
  { label: '8–14 days', daysMax: 14 },
  { label: '15 days or more' },
] as const
export const DUE_RANGES = [
  { label: 'Over 30 days late', daysMax: -31 },
  { label: '8–30 days late', daysMax: -8 },
  { label: '1–7 days late', daysMax: -1 },
  { label: 'Due in 7 days', daysMax: 7 },
  { label: 'Due later' },
] as const

export const getWaiting = {
  method: 'GET',
  path: '/api/overview/waiting',
  summary: 'Pending invoices by age, and approved but unpaid ones by due date',
  access: 'tool:approve_invoice',
  response: z.object({
    pending: figure,
    /** Submitted first; absent if none is pending. */
    oldest: z
      .object({
        id: z.string(),
        invoiceNumber: z.string(),
        vendor: z.string(),
        /** Calendar days since its submission. */
        days: count,
      })
      .optional(),
    /** In the order of `AGE_RANGES`. */
    pendingByAge: ranges,
    /** In the order of `DUE_RANGES`. */
    unpaidByDue: ranges,
  }),
} as const satisfies Endpoint

export const getFigures = {
  method: 'GET',
  path: '/api/overview/figures',
  summary: 'What is owed, what was paid out and what was received this month',
  access: 'tool:approve_invoice|pay_invoice',
  response: z.object({
    /** These three with `approve_invoice`. */
    approvedUnpaid: figure.optional(),
    /** Approved, and due today or within the next 7 days. */
    dueSoon: figure.optional(),
    paidThisMonth: figure.optional(),
    /** With `pay_invoice`: customer payments, before refunds. */
    receivedThisMonth: figure.optional(),
  }),
} as const satisfies Endpoint

/** How many weeks and months the charts go back, including the current one. */
export const OVERVIEW_WEEKS = 12
export const OVERVIEW_MONTHS = 12

export const getMoneyIn = {
  method: 'GET',
  path: '/api/overview/money-in',
  summary: 'Customer payments per week and method, oldest week first',
  access: 'tool:pay_invoice',
  response: z.object({
    weeks: z.array(
      z.object({
        /** A Monday in the business's time zone, as `YYYY-MM-DD`. */
        start: z.string(),
        total: figure,
        methods: z.record(z.enum(PAYMENT_METHOD_IDS), figure),
        /** How much of this week's payments has been refunded, whenever that was. */
        refunded: figure,
      }),
    ),
  }),
} as const satisfies Endpoint

export const getMoneyOut = {
  method: 'GET',
  path: '/api/overview/money-out',
  summary: 'Invoices approved and paid per month, oldest month first',
  access: 'tool:approve_invoice',
  response: z.object({
    months: z.array(
      z.object({
        /** The first of the month in the business's time zone, as `YYYY-MM-DD`. */
        start: z.string(),
        /** By the day of the approval; an invoice that was rejected later isn't included. */
        approved: figure,
        paid: figure,
      }),
    ),
  }),
} as const satisfies Endpoint

export const DECISION_DAYS = 90

const decisions = z.object({
  count,
  /** From submission to decision; absent if there were no decisions. */
  medianSeconds: z.number().optional(),
})

export const getDecisionTime = {
  method: 'GET',
  path: '/api/overview/decision-time',
  summary: `How long decisions took in the last ${DECISION_DAYS} days, and in the ${DECISION_DAYS} days before`,
  access: 'tool:approve_invoice',
  response: z.object({ current: decisions, previous: decisions }),
} as const satisfies Endpoint

const ATTENTION_KINDS = [
  'payments_paused',
  'connection',
  'payments_to_review',
  'bills_refused',
  'bills_to_void',
  'failed_jobs',
  'vendor_details_to_review',
  'mappings_without_account',
] as const

const attentionItem = z.object({
  kind: z.enum(ATTENTION_KINDS),
  count,
  /** A short sentence with the count. */
  text: z.string(),
  /** The path of the page where staff can resolve it. */
  link: z.string(),
  /** The newest few, for kinds that have a page of their own. */
  examples: z.array(z.object({ label: z.string(), link: z.string() })),
})
export type AttentionItem = z.infer<typeof attentionItem>

export const getAttention = {
  method: 'GET',
  path: '/api/overview/attention',
  summary: 'Problems that the caller can resolve with their tools, most urgent first',
  access: 'staff',
  response: z.object({ items: z.array(attentionItem) }),
} as const satisfies Endpoint
