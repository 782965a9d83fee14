// Defines accounting's background jobs.
import { z } from 'zod'
import { type JobKind, MAIL_RETRIES } from '../../jobs/queue.ts'
import { RECORD_KINDS } from '../../providers/quickbooks/changes.ts'

/** Emails about a failing connection. */
export const noticeJob = {
  name: 'quickbooks-notice',
  data: z.object({
    kind: z.enum(['invalid', 'expired', 'expiring', 'stale']),
    reason: z.string(),
    day: z.string(),
  }),
} as const satisfies JobKind

/** From 5 s to an hour between tries: about three days, long enough for someone to reconnect QuickBooks. */
const POST_BILL_RETRIES = 80

/** Adds an approved bill to QuickBooks once it can be reached again. */
export const postBillJob = {
  name: 'post-bill',
  data: z.object({ taskId: z.uuid() }),
  retryLimit: POST_BILL_RETRIES,
} as const satisfies JobKind

/** Emails approvers that an invoice that was turned down still has a bill in QuickBooks. */
export const voidNoticeJob = {
  name: 'quickbooks-void-notice',
  data: z.object({ taskId: z.string() }),
  retryLimit: MAIL_RETRIES,
} as const satisfies JobKind

/** Emails approvers that a bill can't be added to QuickBooks until someone fixes something. */
export const refusalNoticeJob = {
  name: 'quickbooks-refusal-notice',
  data: z.object({ taskId: z.string() }),
  retryLimit: MAIL_RETRIES,
} as const satisfies JobKind

/** Emails a pay link to the customer's own address. */
export const customerLinkJob = {
  name: 'customer-link',
  data: z.object({ realmId: z.string(), customerId: z.string(), invoiceId: z.string() }),
  // By then, whoever asked for it has given up.
  retryLimit: 5,
} as const satisfies JobKind

/** Settles a posting whose outcome is unknown. */
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

/** Reads the records that a webhook announced. */
export const readAnnouncedJob = {
  name: 'quickbooks-read-announced',
  data: z.object({
    realmId: z.string(),
    announced: z.array(
      z.object({
        kind: z.enum(RECORD_KINDS),
        ids: z.array(z.string()),
        deletedIds: z.array(z.string()),
      }),
    ),
  }),
} as const satisfies JobKind

/** Fills our copy of QuickBooks, and reads changes that no webhook announced. The next run goes on where it stopped. */
export const copyJob = {
  name: 'quickbooks-copy',
  data: z.unknown(),
  cron: '*/2 * * * *',
  retryLimit: 0,
  expireSeconds: 3_600,
} as const satisfies JobKind

/** Resumes bills whose own jobs failed. It isn't retried, because the next run finds the same bills. */
export const catchUpJob = {
  name: 'quickbooks-catch-up',
  data: z.unknown(),
  cron: '*/10 * * * *',
  retryLimit: 0,
} as const satisfies JobKind

/** Keeps an idle connection alive and warns before it expires. */
export const dailyJob = {
  name: 'quickbooks-daily',
  data: z.unknown(),
  cron: '15 8 * * *',
  // Two of the emails are due on one day only. There's at most one per day.
  runsIfMissed: true,
  retryLimit: 3,
  retryDelaySeconds: 300,
} as const satisfies JobKind
