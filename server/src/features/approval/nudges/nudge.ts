// Reminds approvers on the mornings of business days: escalates what has waited too long, and emails each person once.
import { listPendingInvoices } from '@invoice-desk/contract/approval/approval'
import {
  addBusinessDays,
  addDays,
  businessDay,
  startOfBusinessDay,
} from '@invoice-desk/contract/values/business-day'
import { isPlainEmail } from '@invoice-desk/contract/values/email'
import { insertJobs } from '../../../db/record.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { newJob } from '../../../jobs/queue.ts'
import { moveBill } from '../../bills/write-bill.ts'
import { reminderJob } from '../job-kinds.ts'
import { listPending } from '../queries.ts'
import { toFacts } from '../rules/pending-approvals.ts'
import { askedPeople, progressOf } from '../rules/progress.ts'
import { needsOf, readRulebook } from '../rules/queries.ts'
import { reminderMail } from './mails.ts'
import { isWaitingSince, listWaitingSince } from './queries.ts'

const ALL_PENDING = listPendingInvoices.query.parse({})

export const createNudges = ({ config, database, mailer }: Dependencies) => {
  const { db } = database
  const dayOf = (moment: Date | number) => businessDay(moment, config.businessTimeZone)
  const today = () => dayOf(Date.now())

  /** An invoice is escalated on the first business day after it has waited for so many of them. */
  const escalateLate = async (day: string, days: number): Promise<void> => {
    const before = startOfBusinessDay(addDays(day, -days), config.businessTimeZone)
    const note = `It had waited for ${days} business ${days === 1 ? 'day' : 'days'}.`
    for (const { id, waitingSince } of await listWaitingSince(db, before)) {
      if (addBusinessDays(dayOf(waitingSince), days) >= day) continue
      const values = { escalatedAt: new Date() }
      const where = isWaitingSince(before)
      // Nothing happens if it's waiting for others by now.
      await moveBill(db, 'escalate', { id, actor: 'system', values, details: { note }, where })
    }
  }

  /** Whom each pending invoice is waiting for, and whom to tell that it was escalated. */
  const readReminders = async (day: string) => {
    const { policy, approvers } = await readRulebook(db, config)
    const { rows } = await listPending(db, ALL_PENDING, undefined, needsOf(policy.rules))
    const admins = approvers.filter(({ admin }) => admin)
    const reminders = rows.map((row) => {
      const asked = askedPeople(progressOf(policy, toFacts(row), approvers), approvers)
      const isNews = row.escalatedAt !== null && dayOf(row.escalatedAt) === day
      const able = asked.filter(({ admin }) => admin)
      const told = isNews ? (able.length > 0 ? able : admins) : []
      return { ...row, asked, told }
    })
    return { approvers, reminders }
  }
  type Reminders = Awaited<ReturnType<typeof readReminders>>

  /** Subscribers get everything waiting for them. Escalations go to everyone who can act on them. */
  const remindersFor = (email: string, { approvers, reminders }: Reminders) => {
    const person = approvers.find((approver) => approver.email === email)
    if (!person) return []
    const isDaily = person.notices === 'daily'
    return reminders.filter(
      ({ asked, told }) => (isDaily && asked.includes(person)) || told.includes(person),
    )
  }

  const nudge = async (): Promise<void> => {
    const { policy } = await readRulebook(db, config)
    const day = today()
    if (policy.escalateAfterDays !== null) await escalateLate(day, policy.escalateAfterDays)
    const read = await readReminders(day)
    const people = read.approvers.filter(
      ({ email }) => isPlainEmail(email) && remindersFor(email, read).length > 0,
    )
    await insertJobs(
      db,
      people.map(({ email }) => newJob(reminderJob, { email, day })),
    )
  }

  /** Read again, because it may be sent hours later. */
  const remind = async ({ email, day }: { email: string; day: string }): Promise<void> => {
    // Another time zone may have moved today back since.
    if (day < today()) return
    const read = await readReminders(day)
    const waiting = remindersFor(email, read)
    if (waiting.length > 0) await mailer.send(reminderMail(config, { email, day }, waiting))
  }

  return { nudge, remind }
}
