// Recording an approved bill in QuickBooks once it can be reached again. Approval asks for it with its own
// transaction; accounting does it.
import { z } from 'zod'
import type { JobKind } from './queue.ts'

/** From 5 s to an hour between tries: some three days, long enough to renew a broken connection. */
const RETRIES = 80

export const postBillJob = {
  name: 'post-bill',
  data: z.object({ taskId: z.uuid() }),
  retryLimit: RETRIES,
} as const satisfies JobKind
