// Defines the jobs that finish and follow postings.
import { z } from 'zod'
import { type JobKind, MAIL_RETRIES } from '../../jobs/queue.ts'

/** Emails approvers that a bill can't be added to QuickBooks until someone fixes something. */
export const refusalNoticeJob = {
  name: 'quickbooks-refusal-notice',
  data: z.object({ taskId: z.string() }),
  retryLimit: MAIL_RETRIES,
} as const satisfies JobKind

/** Settles a posting whose outcome is unknown. */
export const settleBillJob = {
  name: 'quickbooks-settle-bill',
  data: z.object({ taskId: z.string() }),
  concurrency: 2,
} as const satisfies JobKind

/** Resumes bills whose own jobs failed. It isn't retried, because the next run finds the same bills. */
export const catchUpJob = {
  name: 'quickbooks-catch-up',
  data: z.unknown(),
  cron: '*/10 * * * *',
  retryLimit: 0,
} as const satisfies JobKind
