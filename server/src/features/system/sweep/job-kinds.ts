// Defines the jobs of the file sweep.
import { z } from 'zod'
import type { JobKind } from '../../../jobs/queue.ts'
import { STOP_REASONS } from './sweep-rules.ts'

/** Deletes files that nothing refers to. */
export const sweepJob = {
  name: 'contractor-sweep',
  data: z.unknown(),
  cron: '40 * * * *',
  retryLimit: 0,
  // Every run lists all files.
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
