// Tests escalation, daily emails and the choice of no emails, with the job that runs on the mornings of business days.
import { savePreferences } from '@invoice-desk/contract/approval-preferences'
import type { BillRow } from '@invoice-desk/testing/app/rows'
import { ADMIN, STAFF } from '@invoice-desk/testing/people'
import { mailsTo, waitForMail } from '@invoice-desk/testing/sandbox/mailbox'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { dailyMailJob, escalationMailJob, nudgeJob } from '../src/features/approval/job-kinds.ts'
import { approverNoticeJob } from '../src/features/contractor/job-kinds.ts'
import { FAY, rule, useApprovalRules } from './support/approval-rules.ts'

const { company, call, saveRules, addTask, act } = useApprovalRules()

const DAY_MS = 86_400_000
const FAYS = rule({ steps: [{ people: [FAY], needed: 1 }] })

const choose = (email: string, notices: string) =>
  call(savePreferences, email, { body: { email, notices, absence: null } })

/** Runs the jobs and waits for their emails. */
const run = async (kind: { name: string }, data: object) => {
  const { database, jobs } = company().desk.desk.dependencies
  await jobs.send(database.db, kind as typeof nudgeJob, data)
  const names = [nudgeJob, dailyMailJob, escalationMailJob, approverNoticeJob].map((k) => k.name)
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

const subjectsTo = async (email: string) =>
  (await mailsTo(company().desk, email)).map(({ subject }) => subject)

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
    const mail = await waitForMail(company().desk, ADMIN, 'Escalated: invoice LATE-1')
    expect(mail.text).toContain(`It's waiting for ${FAY}.`)
    expect(mail.links.join()).toContain(`/approve-invoice?taskId=${id}`)
    expect((await act(FAY, id, 'fetch')).body).toMatchObject({
      version: 1,
      approval: { waiting: [{ isEscalated: true, people: [{ email: FAY }, { email: ADMIN }] }] },
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
    expect(await subjectsTo(ADMIN)).not.toContainEqual(expect.stringContaining('LATE-2'))
    await saveRules([FAYS], true, 3)
    await addTask({ invoiceNumber: 'NEW-2', waitingSince: new Date(Date.now() - 2 * DAY_MS) })
    await nudge()
    await nudge()
    const subjects = await subjectsTo(ADMIN)
    expect(subjects.filter((subject) => subject.includes('LATE-2'))).toHaveLength(1)
    expect(subjects.filter((subject) => subject.includes('NEW-2'))).toHaveLength(0)
  })

  it('ends when it is the turn of others', async () => {
    const steps = [
      { people: [FAY], needed: 1 },
      { people: [STAFF], needed: 1 },
    ]
    await saveRules([rule({ steps })], true, 3)
    const id = await addLateTask({ invoiceNumber: 'LATE-3' })
    await nudge()
    expect((await act(ADMIN, id)).body.approval).toMatchObject({
      given: [{ email: ADMIN, for: 'Fay Fewer' }],
      waiting: [{ isEscalated: false, people: [{ email: STAFF }] }],
    })
    await nudge()
    expect((await act(STAFF, id, 'fetch')).body.approval.waiting).toMatchObject([
      { isEscalated: false },
    ])
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
    expect(await subjectsTo(FAY)).not.toContainEqual(expect.stringContaining('DAILY-1'))
    await nudge()
    const { text, links } = await waitForMail(
      company().desk,
      FAY,
      '2 invoices waiting for your approval',
    )
    expect(text).toContain('DAILY-1')
    expect(text).toContain('SMALL-1')
    expect(text).not.toContain('DONE-1')
    expect(text).toContain('$1,235.00')
    expect(links.join()).toContain('/approve-invoice?waitingFor=me')
    expect(await subjectsTo(STAFF)).not.toContainEqual(expect.stringContaining('waiting for your'))
  })

  it('do not come to those who want none, and the invoice still goes to approval', async () => {
    await choose(FAY, 'none')
    await saveRules([FAYS])
    const id = await addTask({ invoiceNumber: 'NONE-1', status: 'received' })
    await run(approverNoticeJob, { billId: id, version: 1 })
    await nudge()
    expect(await subjectsTo(FAY)).not.toContainEqual(expect.stringContaining('NONE-1'))
    expect((await act(FAY, id, 'fetch')).body.status.name).toBe('sent for approval')
  })
})
