// Defines the background jobs of vendor invitations.
import { z } from 'zod'
import { type JobKind, MAIL_RETRIES } from '../../../jobs/queue.ts'

/** Emails the vendor a link. Creates the token when it runs, so no token is ever stored in the queue. */
export const invitationMailJob = {
  name: 'vendor-invitation-mail',
  data: z.object({
    invitationId: z.uuid(),
    /** A newer link has its own job. */
    sentAt: z.iso.datetime(),
  }),
  retryLimit: MAIL_RETRIES,
  concurrency: 2,
} as const satisfies JobKind

/** Emails the vendor that details arrived, because anyone who has its link can send them. */
export const receivedMailJob = {
  name: 'vendor-received-mail',
  data: z.object({ invitationId: z.uuid(), version: z.number().int() }),
  retryLimit: MAIL_RETRIES,
} as const satisfies JobKind

/** Emails the vendor that its details were accepted. */
export const acceptedMailJob = {
  name: 'vendor-accepted-mail',
  data: z.object({
    invitationId: z.uuid(),
    email: z.string(),
    vendor: z.string(),
    version: z.number().int(),
  }),
  retryLimit: MAIL_RETRIES,
} as const satisfies JobKind

/** Emails an address we already had for a vendor that details from another address changed it. */
export const changedMailJob = {
  name: 'vendor-changed-mail',
  data: z.object({
    invitationId: z.uuid(),
    email: z.string(),
    /** Who sent the details. */
    by: z.string(),
    vendor: z.string(),
    version: z.number().int(),
  }),
  retryLimit: MAIL_RETRIES,
} as const satisfies JobKind

/** Emails staff that details arrived, or that they expired before anyone reviewed them. */
export const detailsNoticeJob = {
  name: 'vendor-details-notice',
  data: z.object({
    invitationId: z.uuid(),
    news: z.enum(['submitted', 'expired']),
    version: z.number().int(),
  }),
  retryLimit: MAIL_RETRIES,
} as const satisfies JobKind

/** Erases tax ids that weren't reviewed in time. */
export const invitationSweepJob = {
  name: 'vendor-invitation-sweep',
  data: z.unknown(),
  cron: '50 * * * *',
  runsIfMissed: true,
} as const satisfies JobKind
