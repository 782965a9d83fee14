// Tests that staff can mark an invoice without a bill in QuickBooks as paid, and undo that.
import { listVendorBills } from '@invoice-desk/contract/contractor/contractor'
import { addContractor } from '@invoice-desk/testing/contractor/contractors'
import { STAFF } from '@invoice-desk/testing/people'
import { mailsTo, waitForMail } from '@invoice-desk/testing/sandbox/mailbox'
import { sql } from 'drizzle-orm'
import { expect, it, vi } from 'vitest'
import { billMailJob } from '../../src/features/bills/job-kinds.ts'
import { contractorJobs } from '../../src/features/contractor/jobs.ts'
import { createPosting } from '../../src/features/posting/posting.ts'
import { OMALLEY, type TaskRow, useApproval } from '../support/approval.ts'

const { company, dependencies, query, addTask, act, fetchTask, create, billsOf } = useApproval()
const postingOf = async (id: string) => (await fetchTask({ id })).posting
const markPaid = ({ id }: TaskRow, more: Record<string, unknown> = {}) =>
  act({ taskId: id, action: 'mark_paid', paidDate: '2026-03-11', ...more })
const statusOf = async ({ id }: TaskRow) =>
  (await act({ taskId: id, action: 'fetch' })).body.status.name

it('shows the invoice as paid to staff and contractor until staff undo it', async () => {
  const { desk } = company()
  const { token, ...person } = await addContractor(desk)
  const task = await addTask({ ...person, status: 'approved', version: 2 })
  const stale = await markPaid(task, { version: 1 })
  expect([stale.status, stale.body.code]).toEqual([409, 'changed_meanwhile'])
  const { body } = await markPaid(task, { version: 2, note: ' Check 1042 ' })
  expect(body).toMatchObject({
    status: { name: 'paid' },
    payment: { date: '2026-03-11', markedBy: STAFF, note: 'Check 1042' },
    history: [
      { actor: STAFF, action: 'bill_marked_paid', detail: '2026-03-11', reason: 'Check 1042' },
    ],
  })
  expect((await markPaid(task)).body.error).toBe('This invoice is already paid.')
  await waitForMail(desk, person.email, `${task.invoiceNumber} paid`)
  const list = () => desk.call(listVendorBills, { token, body: { vendorName: person.vendor } })
  expect((await list()).body.bills).toMatchObject([{ status: 'paid' }])

  const undone = (await act({ taskId: task.id, action: 'unmark_paid' })).body
  expect([undone.status.name, undone.payment]).toEqual(['approved', undefined])
  expect(undone.history[0]).toMatchObject({ actor: STAFF, action: 'bill_unmarked_paid' })
  expect((await list()).body.bills).toMatchObject([{ status: 'approved' }])
  // An email that was delayed until now.
  const mail = contractorJobs(dependencies()).find(({ kind }) => kind === billMailJob)
  await mail?.run({ billId: task.id, step: 'paid', version: 99 }, '')
  expect(await mailsTo(desk, person.email)).toHaveLength(1)
})

it('accepts only an approved invoice and a plausible date', async () => {
  const pending = await markPaid(await addTask())
  expect([pending.status, pending.body.code]).toEqual([409, 'task_action_refused'])
  const task = await addTask({ status: 'approved' })
  for (const paidDate of ['2026-02-30', '', '2999-01-01', '2001-01-01', undefined]) {
    const { status, body } = await markPaid(task, { paidDate })
    expect([status, body.field]).toEqual([400, 'paidDate'])
  }
  const long = await markPaid(task, { note: 'x'.repeat(2_001) })
  expect([long.status, long.body.field]).toEqual([400, 'note'])
  expect(await statusOf(task)).toBe('approved')
})

it('adds no bill to QuickBooks and adopts none', async () => {
  const task = await addTask({ status: 'approved' })
  await markPaid(task)
  const refused = await create(task)
  expect([refused.status, refused.body.code]).toEqual([409, 'task_paid'])
  expect(await billsOf(task)).toHaveLength(0)
  const other = await create(await addTask({ status: 'approved' }))
  const [bill] = await dependencies().quickbooks.for('staff').bills.listByIds([other.body.bill.id])
  const [row] = await query(sql`SELECT realm_id, vendor_id FROM bill_posting LIMIT 1`)
  const content = {
    taskId: task.id,
    realmId: String(row?.realm_id),
    vendorId: String(row?.vendor_id),
    vendor: OMALLEY.vendor,
    vendorName: OMALLEY.vendor,
    accountId: '',
    invoiceNumber: task.invoiceNumber,
    amountCents: task.amountCents,
    date: '2026-11-02',
    actor: 'system',
  }
  const { adoptBill } = createPosting(dependencies())
  if (bill) await adoptBill(content, bill)
  expect((await postingOf(task.id)).state).toBe('none')
  await act({ taskId: task.id, action: 'unmark_paid' })
  if (bill) await adoptBill({ ...content, vendor: 'Chosen before' }, bill)
  expect((await postingOf(task.id)).state).toBe('none')
  expect((await create(task)).status).toBe(200)
})

it('refuses an invoice with a bill in QuickBooks, or with one being added', async () => {
  const task = await addTask({ status: 'approved' })
  await company().fault('timeout', '/bill?requestid')
  const adding = create(task)
  await vi.waitFor(async () => expect((await postingOf(task.id)).state).toBe('waiting'), {
    timeout: 20_000,
    interval: 20,
  })
  const early = await markPaid(task)
  expect([early.status, early.body.code]).toEqual([409, 'qbo_bill_in_progress'])
  expect((await adding).status).toBe(200)
  const late = await markPaid(task)
  expect([late.status, late.body.code]).toEqual([409, 'task_has_bill'])
  expect(late.body.error).toMatch(/Once it's paid there, it's marked as paid here/)
  const waiting = await addTask({ status: 'approved', postLater: true })
  expect((await markPaid(waiting)).body.code).toBe('qbo_bill_in_progress')
})

it('either marks the invoice as paid or adds its bill, whichever comes first', async () => {
  const tasks = await Promise.all(Array.from({ length: 6 }, () => addTask({ status: 'approved' })))
  await Promise.all(
    tasks.flatMap((task, n) =>
      n % 2 ? [create(task), markPaid(task)] : [markPaid(task), create(task)],
    ),
  )
  for (const task of tasks) {
    const isPaid = (await statusOf(task)) === 'paid'
    expect(await billsOf(task)).toHaveLength(isPaid ? 0 : 1)
  }
})

it('does not undo a payment in QuickBooks', async () => {
  const task = await addTask({ status: 'approved' })
  await create(task)
  await query(sql`UPDATE bill SET status = 'paid' WHERE id = ${task.id}`)
  const refused = await act({ taskId: task.id, action: 'unmark_paid' })
  expect([refused.status, refused.body.code]).toEqual([409, 'task_action_refused'])
  // The webhook about the new bill may have set the status back.
  await query(sql`UPDATE bill SET status = 'paid', paid_by = ${STAFF} WHERE id = ${task.id}`)
  await company().refreshCopy()
  expect(await statusOf(task)).toBe('paid')
  await query(sql`UPDATE bill SET paid_by = NULL WHERE id = ${task.id}`)
  await company().refreshCopy()
  expect(await statusOf(task)).toBe('approved')
})
