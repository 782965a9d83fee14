// Defines the jobs of the QuickBooks connection and our copy.
import { z } from 'zod'
import type { JobKind } from '../../jobs/queue.ts'
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
