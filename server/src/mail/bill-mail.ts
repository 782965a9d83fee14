// Mail to a contractor about a step of their bill. Whoever changes a bill's status asks for it with the same
// transaction: `jobs.send(tx, billMailJob, { billId, step: 'approved', version })`.
import { z } from 'zod'
import type { JobKind } from '../jobs/queue.ts'

/** From 5 s to an hour between tries: some three days until a mail is left for staff to send again. */
export const MAIL_RETRIES = 80

export const billMailJob = {
  name: 'bill-mail',
  data: z.object({
    billId: z.uuid(),
    step: z.enum(['received', 'approved', 'rejected', 'paid']),
    /** The bill's version after the step, so that the same step taken again is a mail of its own. */
    version: z.number().int(),
    /** Why it was rejected; said in the mail even if the bill has moved on by the time it is sent. */
    reason: z.string().optional(),
  }),
  retryLimit: MAIL_RETRIES,
  concurrency: 2,
} as const satisfies JobKind
