// Tests escalation, daily emails and the choice of no emails, with the job that runs on the mornings of business days.
import {
  type Absence,
  getPreferences,
  savePreferences,
} from '@invoice-desk/contract/approval/preferences'
import { addDays, businessDay } from '@invoice-desk/contract/values/business-day'
import type { BillRow } from '@invoice-desk/testing/app/rows'
import { ADMIN, STAFF } from '@invoice-desk/testing/people'
import { type Mail, mailsTo } from '@invoice-desk/testing/sandbox/mailbox'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { nudgeJob, reminderJob } from '../../src/features/approval/job-kinds.ts'
import { approverNoticeJob } from '../../src/features/bills/job-kinds.ts'
import { FAY, rule, useApprovalRules } from '../support/approval-rules.ts'

const { company, call, saveRules, addTask, act, addToBooks } = useApprovalRules()

const DAY_MS = 86_400_000
const TODAY = businessDay(Date.now(), 'America/New_York')
const only = (...people: string[]) => ({ people, needed: people.length })
const FAYS = rule({ steps: [only(FAY)] })

const choose = async (email: string, notices: string, delegate?: string) => {
  const { version } = (await call(getPreferences, email)).body
  const absence: Absence | null = delegate ? { delegate, firstDay: TODAY, lastDay: TODAY } : null
  return call(savePreferences, email, { body: { email, version, notices, absence } })
}

/** Runs the jobs and waits for their emails. */
const run = async (kind: { name: string }, data: object) => {
  const { database, jobs } = company().desk.desk.dependencies
  await jobs.send(database.db, kind as typeof nudgeJob, data)
  const names = [nudgeJob, reminderJob, approverNoticeJob].map(({ name }) => name)
  await expect
    .poll(async () => {
      const { rows } = await database.db.execute(
        sql`SELECT name FROM jobs.job WHERE name IN ${names} AND state < 'completed'`,
      )
      return rows
    })
    .toEqual([])
}
const nudge = () => run(nudgeJob, {})

/** The emails that mention this invoice. */
const mailsAbout = async (email: string, invoiceNumber: string): Promise<Mail[]> =>
  (await mailsTo(company().desk, email)).filter(({ subject, text }) =>
    `${subject} ${text}`.includes(invoiceNumber),
  )

/** Waiting for ten days. */
const addLateTask = (fields: BillRow) =>
  addTask({ waitingSince: new Date(Date.now() - 10 * DAY_MS), ...fields })

beforeEach(async () => {
  const { database } = company().desk.desk.dependencies
  await database.db.execute(sql`DELETE FROM bill`)
  for (const email of [STAFF, FAY, ADMIN]) await choose(email, 'each')
})

describe('escalation', () => {
  it('asks administrators to approve what others have not', async () => {
    await saveRules([FAYS], true, 3)
    const id = await addLateTask({ invoiceNumber: 'LATE-1' })
    expect((await act(ADMIN, id)).status).toBe(403)
    await nudge()
    const [mail] = await mailsAbout(ADMIN, 'LATE-1')
    expect(mail?.subject).toBe('1 invoice waiting, 1 escalated')
    expect(mail?.text).toContain('waiting for Fay Fewer')
    expect(mail?.links.join()).toContain(`/approve-invoice?taskId=${id}`)
    expect((await act(FAY, id, 'fetch')).body).toMatchObject({
      version: 1,
      approval: {
        waiting: [{ openToAdmins: 'escalated', people: [{ email: FAY }, { email: ADMIN }] }],
      },
    })
    const { body } = await act(ADMIN, id)
    expect(body).toMatchObject({ status: { name: 'approved' } })
    expect(body.history[0]).toMatchObject({ onBehalfOf: FAY })
    expect(body.history[1]).toMatchObject({ actor: 'system', action: 'bill_escalated' })
  })

  it('happens once, only after the days are over, and only if it is on', async () => {
    await saveRules([FAYS], true, null)
    await addLateTask({ invoiceNumber: 'LATE-2' })
    await nudge()
    expect(await mailsAbout(ADMIN, 'LATE-2')).toEqual([])
    await saveRules([FAYS], true, 3)
    await addTask({ invoiceNumber: 'NEW-2', waitingSince: new Date(Date.now() - 2 * DAY_MS) })
    await nudge()
    expect(await mailsAbout(ADMIN, 'LATE-2')).toHaveLength(1)
    expect(await mailsAbout(ADMIN, 'NEW-2')).toEqual([])
    const { rows } = await company().desk.desk.dependencies.database.db.execute(
      sql`SELECT count(*)::int AS count FROM bill WHERE escalated_at IS NOT NULL`,
    )
    expect(rows).toEqual([{ count: 1 }])
  })

  it('ends when it is the turn of others', async () => {
    await saveRules([rule({ steps: [only(FAY), only(STAFF)] })], true, 3)
    const id = await addLateTask({ invoiceNumber: 'LATE-3' })
    await nudge()
    const { body } = await act(ADMIN, id)
    expect(body.approval).toMatchObject({
      given: [{ email: ADMIN, for: 'Fay Fewer' }],
      waiting: [{ people: [{ email: STAFF }] }],
    })
    await nudge()
    const [now] = (await act(STAFF, id, 'fetch')).body.approval.waiting
    expect(now.openToAdmins).toBeUndefined()
  })

  it.each(['reject', 'request_changes'])('ends with a decision to %s', async (action) => {
    await saveRules([FAYS], true, 3)
    const id = await addLateTask({ invoiceNumber: `LATE-${action}` })
    await nudge()
    await act(FAY, id, action, { message: 'The amount is wrong.' })
    expect(await act(ADMIN, id)).toMatchObject({ status: 403, body: { code: 'approval_refused' } })
    expect((await addToBooks(ADMIN, id, `LATE-${action}`)).status).not.toBe(200)
  })

  it('reaches administrators whatever they chose, and their delegate while they are away', async () => {
    await saveRules([FAYS], true, 3)
    await choose(ADMIN, 'none')
    await addLateTask({ invoiceNumber: 'LATE-4' })
    await nudge()
    expect(await mailsAbout(ADMIN, 'LATE-4')).toHaveLength(1)
    // The rule names the only administrator, who is away, and the delegate can't act for them too.
    await saveRules([rule({ steps: [only(FAY), only(ADMIN), only(STAFF)] })], true, 3)
    await choose(ADMIN, 'daily', STAFF)
    await addLateTask({ invoiceNumber: 'LATE-5' })
    await nudge()
    expect(await mailsAbout(ADMIN, 'LATE-5')).toHaveLength(1)
  })
})

describe('emails about invoices', () => {
  const notify = (billId: string) => run(approverNoticeJob, { billId, version: 2 })

  it('come once per day for those who prefer that, with all that is waiting for them', async () => {
    await choose(FAY, 'daily')
    await saveRules([FAYS])
    const mine = await addTask({ invoiceNumber: 'DAILY-1', amountCents: 123_400 })
    await addTask({ invoiceNumber: 'SMALL-1', amountCents: 100 })
    const decided = await addTask({ invoiceNumber: 'DONE-1' })
    await act(FAY, decided)
    await notify(mine)
    expect(await mailsAbout(FAY, 'DAILY-1')).toEqual([])
    await nudge()
    const [mail] = await mailsAbout(FAY, 'DAILY-1')
    expect(mail?.subject).toBe('2 invoices waiting for your approval')
    expect(mail?.text).toContain('SMALL-1')
    expect(mail?.text).not.toContain('DONE-1')
    expect(mail?.text).toContain('$1,235.00')
    expect(mail?.links.join()).toContain('/approve-invoice?waitingFor=me')
    expect(await mailsAbout(STAFF, 'DAILY-1')).toEqual([])
  })

  it('go to the delegate of someone who is away, unless the delegate cannot act', async () => {
    await choose(FAY, 'daily', STAFF)
    await choose(STAFF, 'none')
    await saveRules([FAYS])
    await addTask({ invoiceNumber: 'COVER-1' })
    await nudge()
    expect(await mailsAbout(FAY, 'COVER-1')).toEqual([])
    // Someone who wants no emails still gets what others should see.
    expect(await mailsAbout(STAFF, 'COVER-1')).toHaveLength(1)
    await saveRules([rule({ steps: [only(FAY), only(STAFF), only(ADMIN)] })])
    await addTask({ invoiceNumber: 'COVER-2' })
    await nudge()
    expect(await mailsAbout(FAY, 'COVER-2')).toHaveLength(1)
  })

  it('do not come to those who want none, and the invoice still goes to approval', async () => {
    await choose(FAY, 'none')
    await saveRules([FAYS])
    const id = await addTask({ invoiceNumber: 'NONE-1', status: 'received' })
    await run(approverNoticeJob, { billId: id, version: 1 })
    await nudge()
    expect(await mailsAbout(FAY, 'NONE-1')).toEqual([])
    const { status, history } = (await act(FAY, id, 'fetch')).body
    expect(status.name).toBe('sent for approval')
    expect(history[0].reason).toBe('No email was sent: they chose one per day or none.')
  })

  it('are not sent to someone who cannot approve anymore', async () => {
    await addTask({ invoiceNumber: 'GONE-1' })
    await run(reminderJob, { email: 'gone@harborfinch.example', day: TODAY })
    expect(await mailsAbout('gone@harborfinch.example', 'GONE-1')).toEqual([])
  })

  it('still come if a new time zone has moved the day back, but not a day late', async () => {
    await choose(FAY, 'daily')
    await saveRules([FAYS])
    await addTask({ invoiceNumber: 'MOVED-1' })
    await run(reminderJob, { email: FAY, day: addDays(TODAY, -1) })
    expect(await mailsAbout(FAY, 'MOVED-1')).toEqual([])
    await run(reminderJob, { email: FAY, day: addDays(TODAY, 1) })
    expect(await mailsAbout(FAY, 'MOVED-1')).toHaveLength(1)
  })

  it('come to the person whose turn it is once their delegate has approved', async () => {
    await choose(FAY, 'each', STAFF)
    await saveRules([rule({ steps: [only(FAY, STAFF), only(ADMIN)] })])
    const id = await addTask({ invoiceNumber: 'TURN-1' })
    await notify(id)
    expect([await mailsAbout(STAFF, 'TURN-1'), await mailsAbout(FAY, 'TURN-1')]).toMatchObject([
      [{}],
      [],
    ])
    await act(STAFF, id)
    await expect.poll(() => mailsAbout(FAY, 'TURN-1')).toHaveLength(1)
    expect(await mailsAbout(STAFF, 'TURN-1')).toHaveLength(1)
  })
})
