// Mail to the administrators when QuickBooks cannot be reached any more, or soon will not.
import type { Config } from '../../config.ts'
import type { Db } from '../../db/client.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Mail } from '../../providers/mail.ts'
import { listAccountRows } from '../identity/queries.ts'
import { claimNotice } from './connection-queries.ts'
import { noticeJob } from './job-kinds.ts'

export type NoticeKind = 'invalid' | 'expired' | 'expiring'

type Needs = Pick<Dependencies, 'config' | 'jobs'>

/** Asks for the mails with the caller's transaction; at most once a day for each kind. */
export const sendNotice = async (
  { config, jobs }: Needs,
  db: Db,
  notice: { kind: NoticeKind; reason: string },
): Promise<void> => {
  const day = new Date().toISOString().slice(0, 10)
  if (!(await claimNotice(db, `${notice.kind}:${day}`))) return
  for (const email of await listRecipients(config, db)) {
    await jobs.send(db, noticeJob, { ...notice, email, day })
  }
}

/** Those who can mend it: administrators, or else the staff of the settings, or else the contact. */
const listRecipients = async ({ staff, contactEmail }: Config, db: Db): Promise<string[]> => {
  const rows = await listAccountRows(db)
  const admins = rows.filter(({ admin, disabled }) => admin && !disabled).map(({ email }) => email)
  const recipients = [...new Set([...staff.admins, ...admins])]
  if (recipients.length > 0) return recipients
  return staff.emails.length > 0 ? [...staff.emails] : [contactEmail]
}

const SUBJECTS = {
  invalid: 'QuickBooks is disconnected',
  expired: 'The QuickBooks connection has expired',
  expiring: 'The QuickBooks connection ends soon',
} as const satisfies Record<NoticeKind, string>

const CONSEQUENCES = {
  invalid: 'Bills cannot be added and invoices cannot be looked up until someone reconnects.',
  expired: 'Bills cannot be added and invoices cannot be looked up until someone reconnects.',
  expiring: 'Reconnect before then, and nothing is interrupted.',
} as const satisfies Record<NoticeKind, string>

export const noticeMail = (
  { publicUrl, businessName }: Config,
  { kind, reason, email, day }: { kind: NoticeKind; reason: string; email: string; day: string },
): Mail => {
  const link = `${publicUrl}/connections`
  const sentences = [`${SUBJECTS[kind]}: ${reason}.`, CONSEQUENCES[kind]]
  return {
    messageId: `quickbooks-${kind}-${day}-${Buffer.from(email).toString('base64url')}`,
    to: email,
    subject: `${businessName}: ${SUBJECTS[kind]}`,
    text: `${sentences.join(' ')}\n\nReconnect QuickBooks: ${link}\n`,
    html: `<p>${sentences.map(escapeHtml).join(' ')}</p><p><a href="${escapeHtml(link)}">Reconnect QuickBooks</a></p>`,
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}
const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (c) => ENTITIES[c] ?? c)
