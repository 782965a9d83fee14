// Emails people about an absence: the delegate, a former delegate, and someone whose absence was set or removed by an administrator.
import { type Absence, absenceDays } from '@invoice-desk/contract/approval/preferences'
import { isPlainEmail } from '@invoice-desk/contract/values/email'
import type { z } from 'zod'
import type { Dependencies } from '../../../dependencies.ts'
import { renderMail } from '../../../mail/layout.ts'
import type { absenceNoticeJob } from '../job-kinds.ts'
import { listApprovers } from '../rules/queries.ts'
import { listPreferences } from './queries.ts'

type Notice = z.infer<typeof absenceNoticeJob.data>

export const isSameAbsence = (a: Absence | undefined, b: Absence): boolean =>
  a?.delegate === b.delegate && a.firstDay === b.firstDay && a.lastDay === b.lastDay

export const createAbsenceNotice =
  ({ config, database, mailer }: Dependencies) =>
  async (notice: Notice, jobId: string): Promise<void> => {
    const { to, email, delegate } = notice
    const isToPerson = to === 'person' || to === 'person_back'
    const recipient = isToPerson ? email : delegate
    const { absences } = await listPreferences(database.db, config)
    // Plans may have changed again before the email could be sent. The person hears of each change by someone else.
    const isStill = isSameAbsence(absences.get(email), notice)
    const isOutdated = !isToPerson && isStill === (to === 'former_delegate')
    if (!isPlainEmail(recipient) || isOutdated) return
    const approvers = await listApprovers(database.db, config)
    const nameOf = (address: string) =>
      approvers.find((approver) => approver.email === address)?.name || address
    await mailer.send({
      messageId: `absence-${jobId}`,
      to: [recipient],
      ...renderMail(config, {
        ...TEXTS[to]({
          name: nameOf(email),
          delegate: nameOf(delegate),
          days: absenceDays(notice),
          by: notice.by ?? 'An administrator',
        }),
        button: {
          ...(isToPerson
            ? { text: 'Open preferences', url: `${config.publicUrl}/preferences` }
            : {
                text: "See what's waiting",
                url: `${config.publicUrl}/approve-invoice?waitingFor=me`,
              }),
        },
        notes: ['You may need to sign in first.'],
        reason: `You're getting this email because you approve invoices for ${config.businessName}.`,
      }),
    })
  }

type Text = { subject: string; heading: string; paragraphs: string[] }

const NOT_EXPECTED =
  "If you didn't expect this, ask them about it. You can change it in your preferences."

type Facts = Readonly<Record<'name' | 'delegate' | 'days' | 'by', string>>

const TEXTS: Readonly<Record<Notice['to'], (facts: Facts) => Text>> = {
  delegate: ({ name, days }) => ({
    subject: `You're the delegate of ${name}`,
    heading: `You're covering for ${name}`,
    paragraphs: [
      `${name} is away ${days}. On these days, we email you about the invoices that are waiting for them, and you can approve them instead. The history shows that you approved on their behalf.`,
    ],
  }),
  former_delegate: ({ name, days }) => ({
    subject: `You're no longer the delegate of ${name}`,
    heading: `You're no longer covering for ${name}`,
    paragraphs: [`This was for their absence ${days}. You don't need to do anything.`],
  }),
  person: ({ delegate, days, by }) => ({
    subject: `Your absence: ${days}`,
    heading: `${delegate} is covering for you`,
    paragraphs: [
      `${by} entered or changed an absence for you: ${days}. On these days, ${delegate} gets your emails about invoices and can approve them instead.`,
      NOT_EXPECTED,
    ],
  }),
  person_back: ({ delegate, days, by }) => ({
    subject: `Your absence was removed: ${days}`,
    heading: `${delegate} is no longer covering for you`,
    paragraphs: [`${by} removed your absence ${days}.`, NOT_EXPECTED],
  }),
}
