// Reminds approvers on the mornings of business days: escalates what has waited too long, and sends the daily emails.
import { listPendingInvoices } from '@invoice-desk/contract/approval'
import {
  addBusinessDays,
  addDays,
  businessDay,
  startOfBusinessDay,
} from '@invoice-desk/contract/business-day'
import { isPlainEmail } from '@invoice-desk/contract/email'
import { billEvent } from '../../../db/audit.ts'
import { insertJobs } from '../../../db/record.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { newJob } from '../../../jobs/queue.ts'
import { dailyMailJob, escalationMailJob } from '../job-kinds.ts'
import { findTask } from '../queries.ts'
import { readPending } from '../rules/pending-approvals.ts'
import { readProgress, readRulebook } from '../rules/queries.ts'
import type { Approver } from '../rules/types.ts'
import { isPending } from '../seen-task.ts'
import { dailyMail, escalationMail } from './mails.ts'
import { listWaitingSince, markEscalated } from './queries.ts'

const ALL_PENDING = listPendingInvoices.query.parse({})

export const createNudges = ({ config, database, mailer }: Dependencies) => {
  const { db } = database
  const { businessTimeZone: zone } = config

  const escalate = (id: string, before: Date, days: number): Promise<void> => {
    const at = new Date()
    const note = `It had waited for ${days} business ${days === 1 ? 'day' : 'days'}.`
    return markEscalated(
      db,
      { id, before, at },
      {
        events: [billEvent({ id, actor: 'system', action: 'bill_escalated', details: { note } })],
        jobs: [newJob(escalationMailJob, { billId: id, at: at.toISOString() })],
      },
    )
  }

  /** An invoice is escalated on the first business day after it has waited for so many of them. */
  const escalateLate = async (today: string, days: number): Promise<void> => {
    const before = startOfBusinessDay(addDays(today, -days), zone)
    for (const waiting of await listWaitingSince(db, before)) {
      const last = addBusinessDays(businessDay(waiting.waitingSince, zone), days)
      if (last < today) await escalate(waiting.id, before, days)
    }
  }

  const nudge = async (): Promise<void> => {
    const { policy, approvers } = await readRulebook(db, config)
    const day = businessDay(Date.now(), zone)
    if (policy.escalateAfterDays !== null) await escalateLate(day, policy.escalateAfterDays)
    // While someone is away, their delegate's email includes what is waiting for them.
    const daily = approvers.filter(
      ({ email, notices, delegate }) =>
        notices === 'daily' && delegate === undefined && isPlainEmail(email),
    )
    await insertJobs(
      db,
      daily.map(({ email }) => newJob(dailyMailJob, { email, day })),
    )
  }

  const sendDaily = async ({ email, day }: { email: string; day: string }): Promise<void> => {
    const { rows, approvalOf } = await readPending(db, config, ALL_PENDING, { caller: { email } })
    const waiting = rows.filter((row) => approvalOf(row)?.isYours ?? true)
    if (waiting.length === 0) return
    const listed = waiting.map((row) => ({ ...row, isEscalated: row.escalatedAt !== null }))
    await mailer.send(dailyMail(config, { email, day }, listed))
  }

  /** To the administrators who can approve it. If there are none, to those who can change the rules or accounts. */
  const sendEscalation = async ({ billId, at }: { billId: string; at: string }): Promise<void> => {
    const bill = await findTask(db, billId)
    if (!bill || !isPending(bill) || bill.escalatedAt?.toISOString() !== at) return
    const { asked, approvers } = await readProgress(db, config, bill)
    const isReachable = ({ email, admin }: Approver) => admin && isPlainEmail(email)
    const able = asked.filter(isReachable)
    const told = able.length > 0 ? able.filter(wantsEach) : approvers.filter(isReachable)
    const isUnreachable = able.length === 0 && told.length === 0
    const recipients = isUnreachable ? [config.contactEmail] : emailsOf(told)
    if (recipients.length === 0) return
    const waitingFor = emailsOf(asked.filter(({ admin }) => !admin))
    const escalation = { at, recipients, waitingFor, isTheirs: able.length > 0 }
    await mailer.send(escalationMail(config, bill, escalation))
  }

  return { nudge, sendDaily, sendEscalation }
}

/** Others find it in their daily email, or chose to look for themselves. */
const wantsEach = ({ notices }: Approver): boolean => notices === 'each'

const emailsOf = (people: readonly Approver[]): string[] => people.map(({ email }) => email)
