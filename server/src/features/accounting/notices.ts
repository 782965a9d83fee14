// Mail to those who manage connections when QuickBooks cannot be reached any more, or soon will not.
import { businessDay } from '@invoice-desk/contract/business-day'
import type { Config } from '../../config.ts'
import type { Db } from '../../db/client.ts'
import type { Dependencies } from '../../dependencies.ts'
import { renderMail, type Sender } from '../../mail/layout.ts'
import type { Mail } from '../../providers/mail.ts'
import { claimNotice } from './connection-queries.ts'
import { noticeJob } from './job-kinds.ts'

export type NoticeKind = 'invalid' | 'expired' | 'expiring'

/** Asks for the mail with the caller's transaction; at most once a day for each kind. */
export const sendNotice = async (
  { config, jobs }: Pick<Dependencies, 'config' | 'jobs'>,
  db: Db,
  notice: { kind: NoticeKind; reason: string },
): Promise<void> => {
  const day = businessDay(Date.now(), config.businessTimeZone)
  if (await claimNotice(db, `${notice.kind}:${day}`))
    await jobs.send(db, noticeJob, { ...notice, day })
}

const INTERRUPTED =
  'Bills cannot be added and invoices cannot be looked up until someone reconnects.'

const TEXTS = {
  invalid: { subject: 'QuickBooks is disconnected', consequence: INTERRUPTED },
  expired: { subject: 'The QuickBooks connection has expired', consequence: INTERRUPTED },
  expiring: {
    subject: 'The QuickBooks connection ends soon',
    consequence: 'Reconnect before then, and nothing is interrupted.',
  },
} as const satisfies Record<NoticeKind, { subject: string; consequence: string }>

export const noticeMail = (
  config: Sender & Pick<Config, 'publicUrl'>,
  { kind, reason, day }: { kind: NoticeKind; reason: string; day: string },
  recipients: readonly string[],
): Mail => {
  const { subject, consequence } = TEXTS[kind]
  return {
    messageId: `quickbooks-${kind}-${day}`,
    to: (recipients.length > 0 ? recipients : [config.contactEmail]).join(', '),
    ...renderMail(config, {
      subject,
      heading: subject,
      paragraphs: [`${reason}.`, consequence],
      button: { text: 'Manage connections', url: `${config.publicUrl}/connections` },
    }),
  }
}
