// Defines approval's background jobs.
import { z } from 'zod'
import { type JobKind, MAIL_RETRIES } from '../../jobs/queue.ts'

/** Escalates invoices that have waited too long, and starts the reminders. On business days. */
export const nudgeJob = {
  name: 'approval-nudge',
  data: z.unknown(),
  cron: '0 8 * * 1-5',
  runsIfMissed: true,
} as const satisfies JobKind

/** Emails someone the invoices that are waiting for them. */
export const reminderJob = {
  name: 'approval-reminder',
  data: z.object({ email: z.string(), day: z.string() }),
  concurrency: 2,
} as const satisfies JobKind

/** Tells people about an absence: the delegate, a former delegate, and someone whose absence another person set or removed. */
export const absenceNoticeJob = {
  name: 'absence-notice',
  data: z.object({
    to: z.enum(['delegate', 'former_delegate', 'person', 'person_back']),
    /** Who set or removed it, if it wasn't the person. */
    by: z.string().optional(),
    email: z.string(),
    delegate: z.string(),
    firstDay: z.string(),
    lastDay: z.string(),
  }),
  retryLimit: MAIL_RETRIES,
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

/** Reads documents that couldn't be read when they arrived, and asks those who can approve only now. */
export const missedDocumentsJob = {
  name: 'missed-documents',
  data: z.unknown(),
  cron: '40 * * * *',
  retryLimit: 0,
  expireSeconds: 3_000,
} as const satisfies JobKind
