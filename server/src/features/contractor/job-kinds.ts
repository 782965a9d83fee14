// Defines the contractor portal's background jobs.
import { z } from 'zod'
import { type JobKind, MAIL_RETRIES } from '../../jobs/queue.ts'
import { STEPS, type Step } from './mails.ts'
import { STOP_REASONS } from './sweep/sweep-rules.ts'

/** Creates the token when it runs, so no token is ever stored in the queue. */
export const verificationMailJob = {
  name: 'verification-mail',
  data: z.object({ email: z.string() }),
  // Someone is waiting for this email.
  retryDelaySeconds: 1,
  concurrency: 2,
} as const satisfies JobKind

/** Emails a contractor about a step of their bill. */
export const billMailJob = {
  name: 'bill-mail',
  data: z.object({
    billId: z.uuid(),
    step: z.enum([...(Object.keys(STEPS) as Step[]), 'paid']),
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

/** Emails a message or a note. It reads the text when it runs, so the queue has none. */
export const messageMailJob = {
  name: 'message-mail',
  data: z.object({
    messageId: z.uuid(),
    /** The contractor it's for. Without one, it finds out who gets an email. */
    to: z.string().optional(),
  }),
  retryLimit: MAIL_RETRIES,
  concurrency: 2,
} as const satisfies JobKind

/** Deletes files without a bill, and verification links that expired long ago. Reads documents that were missed. */
export const sweepJob = {
  name: 'contractor-sweep',
  data: z.unknown(),
  cron: '40 * * * *',
  retryLimit: 0,
  // Every run lists all files.
  expireSeconds: 3_000,
} as const satisfies JobKind

/** Erases files and messages that the settings don't keep. At night, so a mistake in the settings can be undone until then. */
export const retentionJob = {
  name: 'contractor-retention',
  data: z.unknown(),
  cron: '10 3 * * *',
  expireSeconds: 3_000,
} as const satisfies JobKind

/** Emails the administrators that the sweep stopped. */
export const fileNoticeJob = {
  name: 'file-notice',
  data: z.object({
    reason: z.enum(STOP_REASONS),
    day: z.string(),
    place: z.string(),
    files: z.number().int(),
    orphans: z.number().int(),
  }),
} as const satisfies JobKind
