// Emails about the QuickBooks connection.
import { businessDay } from '@invoice-desk/contract/values/business-day'
import type { z } from 'zod'
import type { Db } from '../../db/client.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Jobs } from '../../jobs/queue.ts'
import type { StaffNotice } from '../../mail/staff-mail.ts'
import type { Config } from '../../settings/config.ts'
import { claimNotice } from './connection/queries.ts'
import { noticeJob } from './job-kinds.ts'

export type NoticeKind = keyof typeof TEXTS

/** Queues the email in the caller's transaction, at most once per day and kind. */
export const sendNotice = async (
  { config, jobs }: Pick<Dependencies, 'config'> & { readonly jobs: Pick<Jobs, 'send'> },
  db: Db,
  notice: { kind: NoticeKind; reason: string },
): Promise<void> => {
  const day = businessDay(Date.now(), config.businessTimeZone)
  if (await claimNotice(db, `${notice.kind}:${day}`))
    await jobs.send(db, noticeJob, { ...notice, day })
}

const INTERRUPTED =
  "We can't add bills or take payments until someone reconnects QuickBooks. Amounts and statuses may be out of date."

const TEXTS = {
  invalid: { subject: 'QuickBooks is disconnected', consequence: INTERRUPTED },
  expired: { subject: 'The QuickBooks connection has expired', consequence: INTERRUPTED },
  expiring: {
    subject: 'The QuickBooks connection expires soon',
    consequence: 'Reconnect before then to avoid an interruption.',
  },
  stale: {
    subject: 'QuickBooks data is out of date',
    consequence:
      "Customers and staff see older amounts until QuickBooks responds again. Bills and payments still go to QuickBooks directly, so they may fail for now. We'll keep trying.",
  },
} as const

export const connectionNotice = (
  { publicUrl, businessName }: Config,
  { kind, reason, day }: z.infer<typeof noticeJob.data>,
): StaffNotice => {
  const { subject, consequence } = TEXTS[kind]
  return {
    messageId: `quickbooks-${kind}-${day}`,
    subject,
    heading: subject,
    paragraphs: [`${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`, consequence],
    button: { text: 'Manage connections', url: `${publicUrl}/connections` },
    reason: `You're getting this email because you manage connections for ${businessName}.`,
  }
}
