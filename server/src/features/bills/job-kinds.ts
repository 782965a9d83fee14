// Defines what happens after a bill changes. The features that depend on bills run these jobs.
import { z } from 'zod'
import { type JobKind, MAIL_RETRIES } from '../../jobs/queue.ts'
import { MAILED_STEPS } from './transitions.ts'

/** Emails a contractor about a step of their bill. */
export const billMailJob = {
  name: 'bill-mail',
  data: z.object({
    billId: z.uuid(),
    step: z.enum(MAILED_STEPS),
    /** The bill's version after the step, so repeating a step sends another email. */
    version: z.number().int(),
    /** Why it was turned down. Stored here because the bill may have changed by the time the email is sent. */
    reason: z.string().optional(),
    /** Bills that were paid with it. */
    otherIds: z.array(z.uuid()).optional(),
  }),
  retryLimit: MAIL_RETRIES,
  concurrency: 2,
} as const satisfies JobKind

/** Reads the bill's document and emails those who can approve the bill now. A new bill is then sent for approval. */
export const approverNoticeJob = {
  name: 'approver-notice',
  data: z.object({
    billId: z.uuid(),
    /** The bill's version, because it may need several people or a correction, one after the other. */
    version: z.number().int().default(1),
    /** Others have their email already. */
    only: z.array(z.string()).optional(),
  }),
  retryLimit: MAIL_RETRIES,
  concurrency: 2,
} as const satisfies JobKind

/** Erases files and messages that the settings don't keep. At night, so a mistake in the settings can be undone until then. */
export const retentionJob = {
  name: 'contractor-retention',
  data: z.unknown(),
  cron: '10 3 * * *',
  expireSeconds: 3_000,
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

/** Attaches the invoice file to a posted bill. */
export const attachFileJob = {
  name: 'quickbooks-attach-file',
  data: z.object({ taskId: z.string() }),
  concurrency: 2,
} as const satisfies JobKind
