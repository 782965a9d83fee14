// The work of accounting that happens later, or again and again.
import { z } from 'zod'
import type { JobKind } from '../../jobs/queue.ts'
import { MAIL_RETRIES } from '../../mail/bill-mail.ts'

const nothing = z.unknown()

/** Mail about a failing connection. */
export const noticeJob = {
  name: 'quickbooks-notice',
  data: z.object({
    kind: z.enum(['invalid', 'expired', 'expiring']),
    reason: z.string(),
    day: z.string(),
  }),
} as const satisfies JobKind

/** Mail that a bill can't be added to QuickBooks before someone puts something right. */
export const refusalNoticeJob = {
  name: 'quickbooks-refusal-notice',
  data: z.object({ taskId: z.string() }),
  retryLimit: MAIL_RETRIES,
} as const satisfies JobKind

/** Finds out what became of a bill whose posting nobody saw end. */
export const settleBillJob = {
  name: 'quickbooks-settle-bill',
  data: z.object({ taskId: z.string() }),
  concurrency: 2,
} as const satisfies JobKind

/** Attaches the invoice file to a posted bill. */
export const attachFileJob = {
  name: 'quickbooks-attach-file',
  data: z.object({ taskId: z.string() }),
  concurrency: 2,
} as const satisfies JobKind

/** Reads anew what a webhook spoke of. */
export const readChangesJob = {
  name: 'quickbooks-read-changes',
  data: z.object({ billIds: z.array(z.string()), billPaymentIds: z.array(z.string()) }),
} as const satisfies JobKind

/** Catches what webhooks missed. The next round makes up for one that fails. */
export const catchUpJob = {
  name: 'quickbooks-catch-up',
  data: nothing,
  cron: '*/10 * * * *',
  retryLimit: 0,
} as const satisfies JobKind

/** Keeps an idle connection alive, warns of one that ends, and finds bills entered by hand. */
export const dailyJob = {
  name: 'quickbooks-daily',
  data: nothing,
  cron: '15 8 * * *',
  retryLimit: 3,
  retryDelaySeconds: 300,
} as const satisfies JobKind
