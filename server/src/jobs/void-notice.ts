// Mail that a rejected invoice left a bill in QuickBooks. Whoever marks the bill as one to void asks for it with the
// same transaction; accounting sends it.
import { z } from 'zod'
import { MAIL_RETRIES } from '../mail/bill-mail.ts'
import type { JobKind } from './queue.ts'

export const voidNoticeJob = {
  name: 'quickbooks-void-notice',
  data: z.object({ taskId: z.string() }),
  retryLimit: MAIL_RETRIES,
} as const satisfies JobKind
