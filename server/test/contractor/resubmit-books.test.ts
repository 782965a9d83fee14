// Tests what happens to an invoice's bill in QuickBooks when the contractor corrects the invoice.
import { listBillsToVoid } from '@invoice-desk/contract/accounting/accounting'
import { addToken } from '@invoice-desk/testing/contractor/contractors'
import { samplePdf } from '@invoice-desk/testing/contractor/sample-files'
import { resubmit, type SubmitOptions } from '@invoice-desk/testing/contractor/submit'
import { mailsTo } from '@invoice-desk/testing/sandbox/mailbox'
import { sql } from 'drizzle-orm'
import { expect, it, vi } from 'vitest'
import { followPostings } from '../../src/features/posting/posted-bills.ts'
import { OMALLEY, type TaskRow, useApproval } from '../support/approval.ts'
import { pdfFile } from '../support/intake.ts'

const approval = useApproval()
const { company, dependencies, query, addTask, act, fetchTask, create, billsOf } = approval
const { reject, settle, stateOf } = approval

/** Staff request changes, and the contractor resubmits the invoice with these fields. */
const correct = async (task: TaskRow, { fields, ...options }: SubmitOptions = {}) => {
  const { id: taskId, invoiceNumber } = task
  const message = 'Please correct it'
  const asked = await act({ taskId, action: 'request_changes', message, billAcknowledged: true })
  expect(asked.status).toBe(200)
  const contractor = { ...OMALLEY, token: await addToken(company().desk, OMALLEY.email) }
  const version = String(asked.body.version)
  const amount = String(task.amountCents / 100)
  const sent = { billId: taskId, version, invoiceNumber, amount, ...fields }
  const { status } = await resubmit(company().desk, contractor, { fields: sent, ...options })
  expect(status).toBe(200)
}

const approve = async ({ id: taskId }: TaskRow, more: object = {}) => {
  const { status, body } = await act({ taskId, action: 'approve', ...more })
  expect([status, body.status.name]).toEqual([200, 'approved'])
  return body
}

const isListed = async ({ id }: TaskRow) => {
  const { body } = await company().desk.call(listBillsToVoid, { token: company().token })
  return (body.bills as { taskId: string }[]).some(({ taskId }) => taskId === id)
}

it('the payment of an earlier bill does not count for the corrected invoice', async () => {
  const task = await addTask()
  await create(task)
  await correct(task, { fields: { amount: '400' } })
  const { actions, posting } = await approve(task)
  expect(actions).toContain('mark_paid')
  expect(posting).toMatchObject({ state: 'failed', leftByReject: 'yes', isToVoid: true })
  expect(posting.billId).toBeUndefined()
  await query(
    sql`UPDATE bill_posting SET paid_at = now(), balance_cents = 0 WHERE task_id = ${task.id}`,
  )
  await dependencies().database.db.transaction(followPostings)
  expect((await fetchTask(task)).status.name).toBe('approved')
  expect(await isListed(task)).toBe(true)
  const subjects = (await mailsTo(company().desk, OMALLEY.email)).map(({ subject }) => subject)
  expect(subjects.filter((subject) => subject.includes('paid'))).toEqual([])
})

it('a job does not continue a posting from before the correction', async () => {
  const task = await addTask()
  await company().fault('error', '/bill?requestid', 3)
  expect((await create(task)).body.code).toBe('qbo_bill_unknown')
  await correct(task)
  expect(await settle(task)).toBe(true)
  expect([await billsOf(task), await stateOf(task)]).toEqual([[], 'unknown'])
  await company().fault('error', '/bill?requestid', 3)
  expect((await create(task)).body.code).toBe('qbo_bill_unknown')
  await settle(task)
  expect([(await billsOf(task)).length, await stateOf(task)]).toEqual([1, 'created'])
})

it('a corrected invoice gets its own bill if another one needs the bill that they shared', async () => {
  const first = await addTask()
  const twin = await addTask({ invoiceNumber: first.invoiceNumber })
  const shared = (await create(first)).body.bill
  await approve(first)
  expect((await create(twin)).body.alreadyExisted).toBe(true)
  const invoiceNumber = `${twin.invoiceNumber}-B`
  await correct(twin, { fields: { invoiceNumber, amount: '50' } })
  expect(await isListed(twin)).toBe(false)
  expect((await reject(first)).body.code).toBe('task_bill_left')
  const added = await create({ ...twin, invoiceNumber, amountCents: 5_000 })
  expect([added.status, added.body.bill]).toMatchObject([200, { invoiceNumber, amount: 50 }])
  expect((await fetchTask(twin)).posting).toMatchObject({ state: 'created', isToVoid: false })
  expect((await fetchTask(first)).posting.billId).toBe(shared.id)
})

it('a job does not take the bill from before the correction for the corrected one', async () => {
  const task = await addTask()
  const twin = await addTask({ invoiceNumber: task.invoiceNumber })
  const shared = (await create(task)).body.bill
  await create(twin)
  await correct(task, { fields: { amount: '50', confirmDuplicate: 'true' } })
  const corrected = { ...task, amountCents: 5_000 }
  expect((await create(corrected)).body.code).toBe('qbo_bill_differs')
  await company().fault('error', '/bill?', 3)
  const lost = await create(corrected, { similarBillIds: [shared.id] })
  expect(lost.body.code).toBe('qbo_bill_unknown')
  await settle(task)
  expect((await billsOf(task)).map(({ TotalAmt }) => TotalAmt).sort()).toEqual([42, 50])
})

it('a job stops at a bill from before the correction, and says what to do', async () => {
  const task = await addTask()
  await create(task)
  await correct(task, { fields: { amount: '40' } })
  await approve(task, { postLater: true })
  await vi.waitFor(
    async () =>
      expect((await fetchTask(task)).posting).toMatchObject({
        state: 'failed',
        refusal:
          'QuickBooks still has the bill from before the correction. Void it there, then add the bill.',
      }),
    20_000,
  )
  expect(await billsOf(task)).toHaveLength(1)
})

it('a replaced file is attached to the bill that is used again', async () => {
  const task = await addTask()
  await create(task)
  const attached = async (count: number) => {
    const named = await vi.waitFor(async () => {
      const { attachables = [] } = await company().state()
      expect(attachables).toHaveLength(count)
      return attachables.map(({ FileName }) => FileName)
    }, 20_000)
    return new Set(named).size
  }
  for (const round of [1, 2]) {
    await correct(task, { file: pdfFile('invoice.pdf', samplePdf(`round ${round}`)) })
    expect(await attached(round)).toBe(round)
  }
  expect((await create(task)).body.alreadyExisted).toBe(true)
})
