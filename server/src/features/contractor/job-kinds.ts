// Defines the contractor portal's background jobs.
import { z } from 'zod'
import type { JobKind } from '../../jobs/queue.ts'

/** Creates the token when it runs, so no token is ever stored in the queue. */
export const verificationMailJob = {
  name: 'verification-mail',
  data: z.object({ email: z.string() }),
  // Someone is waiting for this email.
  retryDelaySeconds: 1,
  concurrency: 2,
} as const satisfies JobKind

/** Deletes verification links that expired long ago. */
export const linkCleanupJob = {
  name: 'verification-cleanup',
  data: z.unknown(),
  cron: '40 3 * * *',
  retryLimit: 0,
} as const satisfies JobKind
