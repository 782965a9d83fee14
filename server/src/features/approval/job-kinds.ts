// Defines approval's background jobs.
import { z } from 'zod'
import { type JobKind, MAIL_RETRIES } from '../../jobs/queue.ts'

/** Escalates invoices that have waited too long, and starts the daily emails. On business days. */
export const nudgeJob = {
  name: 'approval-nudge',
  data: z.unknown(),
  cron: '0 8 * * 1-5',
} as const satisfies JobKind

/** Emails someone all invoices that are waiting for them. */
export const dailyMailJob = {
  name: 'approval-daily-mail',
  data: z.object({ email: z.string(), day: z.string() }),
  concurrency: 2,
} as const satisfies JobKind

/** Emails the administrators who can approve an escalated invoice. */
export const escalationMailJob = {
  name: 'approval-escalation-mail',
  data: z.object({ billId: z.uuid(), at: z.string() }),
  retryLimit: MAIL_RETRIES,
} as const satisfies JobKind

/** Tells someone that they're the delegate of a person who is or will be away. */
export const delegateNoticeJob = {
  name: 'delegate-notice',
  data: z.object({
    email: z.string(),
    delegate: z.string(),
    firstDay: z.string(),
    lastDay: z.string(),
  }),
  retryLimit: MAIL_RETRIES,
} as const satisfies JobKind
