// The jobs of the mail relay.
import { z } from 'zod'
import { type JobKind, MAIL_RETRIES } from '../../jobs/queue.ts'

/** Sends one message. What Gmail refuses for now gets a job of its own for the next try. */
export const relaySendJob = {
  name: 'relay-send',
  data: z.object({ messageId: z.string() }),
  concurrency: 4,
} as const satisfies JobKind

/** Tells the owner of a device which of its messages failed since the last report. */
export const relayReportJob = {
  name: 'relay-report',
  data: z.object({ deviceId: z.string() }),
  retryLimit: MAIL_RETRIES,
} as const satisfies JobKind

/** Tells the owner of a Gmail account that it must be connected again. */
export const relayWithdrawnJob = {
  name: 'relay-withdrawn',
  data: z.object({ mailboxId: z.string() }),
  retryLimit: MAIL_RETRIES,
} as const satisfies JobKind

/** Queues messages that lost their job, and erases what isn't needed anymore. */
export const relaySweepJob = {
  name: 'relay-sweep',
  data: z.unknown(),
  cron: '*/5 * * * *',
  retryLimit: 0,
} as const satisfies JobKind
