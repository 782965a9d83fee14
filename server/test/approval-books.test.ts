// Approval and the books: the vendor is chosen among QuickBooks' own, and a bill that could not be recorded
// when it was approved is recorded later automatically, or comes back to staff with the reason why it can't be.
import { randomUUID } from 'node:crypto'
import { createQboBill } from '@invoice-desk/contract/accounting'
import { approveInvoice } from '@invoice-desk/contract/approval'
import { listVendorBills } from '@invoice-desk/contract/contractor'
import type { BillRow } from '@invoice-desk/testing/app/rows'
import {
  addBill as addBillOf,
  addContractor,
  mapVendor,
} from '@invoice-desk/testing/contractor/contractors'
import { STAFF } from '@invoice-desk/testing/people'
import { type Company, openCompany } from '@invoice-desk/testing/quickbooks/company'
import { mailsTo, waitForMail } from '@invoice-desk/testing/sandbox/mailbox'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { catchUpJob } from '../src/features/accounting/job-kinds.ts'
import { accountingJobs } from '../src/features/accounting/jobs.ts'
import { createPostLater } from '../src/features/accounting/posting/post-later.ts'
import { createPosting } from '../src/features/accounting/posting/posting.ts'
import { createSync } from '../src/features/accounting/sync/sync.ts'
import { billMailJob } from '../src/features/contractor/job-kinds.ts'
import { contractorJobs } from '../src/features/contractor/jobs.ts'
import { holdNext } from './support/hold.ts'

const OMALLEY = { email: 'omalley@vendor.example', vendor: "O'Malley Electric" }

let company: Company
beforeAll(async () => {
  company = await openCompany()
  await mapVendor(company.desk, OMALLEY.email, OMALLEY.vendor, 'Utilities:Electricity')
})
afterAll(() => company.desk.close())
beforeEach(() => company.startOver())

const addBill = async (fields: BillRow = {}) => {
  const id = randomUUID()
  const row = {
    id,
    invoiceNumber: `L-${id.slice(0, 8)}`,
    amountCents: 4_200,
    dueDate: '2026-12-31',
    status: 'sent_for_approval',
    ...fields,
  } as const
  await addBillOf(company.desk, OMALLEY, row)
  return row
}

const act = (body: Record<string, unknown>) =>
  company.desk.call(approveInvoice, { token: company.token, body })

type Task = Awaited<ReturnType<typeof addBill>>

const bodyOf = ({ id, invoiceNumber, amountCents }: Task) => ({
  taskId: id,
  vendorName: OMALLEY.vendor,
  invoiceNumber,
  amount: amountCents / 100,
  date: '2026-11-02',
  qbBillAccount: 'Utilities:Electricity',
})

const billsNumbered = async (number: string) =>
  ((await company.state()).bills ?? []).filter(({ DocNumber }) => DocNumber === number)

const query = async (text: ReturnType<typeof sql>) =>
  (await company.desk.desk.dependencies.database.db.execute(text)).rows
const approveForLater = (id: string) => act({ taskId: id, action: 'approve', postLater: true })
const postingOf = async (id: string) => (await act({ taskId: id, action: 'fetch' })).body.posting
const jobStates = async (id: string) =>
  (
    await query(
      sql`SELECT state FROM jobs.job WHERE name = 'post-bill' AND data ->> 'taskId' = ${id}`,
    )
  ).map(({ state }) => state)
const failed = (id: string) =>
  vi.waitFor(
    async () => {
      const posting = await postingOf(id)
      expect(posting.state).toBe('failed')
      return posting
    },
    { timeout: 20_000, interval: 50 },
  )

describe('recording later', () => {
  it('shows the bill as waiting and records it once QuickBooks answers again', async () => {
    const { id, invoiceNumber } = await addBill()
    await company.fault('error', '/query', 30)
    await company.fault('error', '/bill', 3)
    const approved = await act({ taskId: id, action: 'approve', postLater: true })
    expect(approved.body).toMatchObject({
      status: { name: 'approved' },
      posting: { state: 'waiting' },
    })
    expect(await billsNumbered(invoiceNumber)).toHaveLength(0)
    await fetch(`${company.desk.sandbox.url}/faults`, { method: 'DELETE' })
    await vi.waitFor(async () => {
      const { body } = await act({ taskId: id, action: 'fetch' })
      expect(body.posting.state).toBe('created')
    }, 45_000)
    expect(await billsNumbered(invoiceNumber)).toHaveLength(1)
  }, 60_000)

  it('records nothing for what was rejected meanwhile', async () => {
    const { id, invoiceNumber } = await addBill()
    await company.fault('error', '', 1_000)
    await act({ taskId: id, action: 'approve', postLater: true })
    await act({ taskId: id, action: 'reject', message: 'Changed our mind' })
    await fetch(`${company.desk.sandbox.url}/faults`, { method: 'DELETE' })
    const { dependencies } = company.desk.desk
    await createPostLater(dependencies).postBill(id)
    await createPosting(dependencies).settleBill(id)
    expect(await billsNumbered(invoiceNumber)).toHaveLength(0)
  })

  it('is taken up again after a reconnection, or after a week left to staff, who are told once', async () => {
    const { id, invoiceNumber } = await addBill()
    const decidedAt = new Date(Date.now() - 8 * 86_400_000)
    const old = await addBill({ status: 'approved', postLater: true, decidedAt })
    await company.fault('error', '', 1_000)
    await approveForLater(id)
    await vi.waitFor(async () => expect(await jobStates(id)).toEqual(['retry']), 20_000)
    await query(sql`UPDATE jobs.job SET state = 'failed' WHERE data ->> 'taskId' = ${id}`)
    await query(sql`UPDATE qbo_connection SET state = 'invalid'`)
    const catchUp = accountingJobs(company.desk.desk.dependencies).find(
      ({ kind }) => kind === catchUpJob,
    )
    await catchUp?.run({}, '')
    expect([await jobStates(id), (await postingOf(id)).state]).toEqual([['failed'], 'waiting'])
    await company.startOver()
    await catchUp?.run({}, '')
    await vi.waitFor(async () => expect((await postingOf(id)).state).toBe('created'), 20_000)
    expect(await billsNumbered(invoiceNumber)).toHaveLength(1)
    const { state, refusal } = await postingOf(old.id)
    expect([state, refusal]).toEqual([
      'failed',
      'This bill waited for QuickBooks for more than 7 days. Check whether it was entered by hand, then add it.',
    ])
    await catchUp?.run({}, '')
    expect([await jobStates(old.id), await billsNumbered(old.invoiceNumber)]).toEqual([[], []])
    const notices = await query(
      sql`SELECT 1 FROM jobs.job WHERE name = 'quickbooks-refusal-notice' AND data ->> 'taskId' = ${old.id}`,
    )
    expect(notices).toHaveLength(1)
    await company.desk.call(createQboBill, { token: company.token, body: bodyOf(old) })
    expect((await postingOf(old.id)).state).toBe('created')
  }, 60_000)
})

describe('a bill that QuickBooks will never take as it is', () => {
  it('is not tried again, and staff are told once why and what to do', async () => {
    const { desk } = company
    const unmapped = { email: 'unmapped@vendor.example', vendor: OMALLEY.vendor }
    const noAccount = await addContractor(desk, OMALLEY.vendor)
    const noSuchAccount = await addContractor(desk, OMALLEY.vendor, { qbBillAccount: 'Nowhere' })
    const other = await addBill()
    await company.desk.call(createQboBill, { token: company.token, body: bodyOf(other) })
    const cases: [BillRow, RegExp][] = [
      [{ vendor: 'Omally Elektric' }, /no vendor named "Omally Elektric"\. Choose an existing/],
      [{ email: unmapped.email }, /^unmapped@vendor\.example isn't mapped to a vendor\./],
      [{ email: noAccount.email }, /has no bill account\. Choose one in Vendor Management/],
      [{ email: noSuchAccount.email }, /no bill account named "Nowhere"/],
      [
        { invoiceNumber: other.invoiceNumber, amountCents: 4_300 },
        / for \$42\.00\. If this invoice needs a bill of its own, add it\.$/,
      ],
    ]
    const tasks = await Promise.all(cases.map(([fields]) => addBill(fields)))
    await Promise.all(tasks.map(({ id }) => approveForLater(id)))
    for (const [index, [, reason]] of cases.entries()) {
      const { id = '', invoiceNumber } = tasks[index] ?? {}
      const { refusal } = await failed(id)
      expect(refusal).toMatch(reason)
      const { history } = (await act({ taskId: id, action: 'fetch' })).body
      expect(history[0]).toMatchObject({ actor: 'system', action: 'bill_refused', reason: refusal })
      const mail = await waitForMail(desk, STAFF, `${invoiceNumber} from`)
      expect(mail.text.replaceAll(/\s+/g, ' ')).toContain(refusal)
      expect(mail.links.join()).toContain(id)
      await vi.waitFor(async () => expect(await jobStates(id)).toEqual(['completed']), 20_000)
    }
    const about = (await mailsTo(desk, STAFF)).filter(({ subject }) => /couldn't/.test(subject))
    expect(about).toHaveLength(cases.length)
  }, 60_000)

  it('has its reason until the vendor is changed or the bill is added', async () => {
    const task = await addBill({ vendor: 'Omally Elektric' })
    await approveForLater(task.id)
    await failed(task.id)
    const body = { taskId: task.id, action: 'update_vendor', vendor: OMALLEY.vendor }
    expect((await act(body)).body.posting).toMatchObject({ state: 'none' })
    await query(sql`UPDATE bill SET post_refusal = 'No.' WHERE id = ${task.id}`)
    expect(await postingOf(task.id)).toMatchObject({ state: 'failed', refusal: 'No.' })
    await query(sql`UPDATE bill SET status = 'paid' WHERE id = ${task.id}`)
    expect((await postingOf(task.id)).refusal).toBeUndefined()
    await query(sql`UPDATE bill SET status = 'approved' WHERE id = ${task.id}`)
    await company.desk.call(createQboBill, { token: company.token, body: bodyOf(task) })
    const { state, refusal } = await postingOf(task.id)
    expect([state, refusal]).toEqual(['created', undefined])
  })

  it('has the words of QuickBooks as the reason', async () => {
    await company.desk.call(createQboBill, { token: company.token, body: bodyOf(await addBill()) })
    const { vendors = [] } = await company.state()
    const vendor = vendors.find(({ DisplayName }) => DisplayName === OMALLEY.vendor)
    await company.write('vendor', { ...vendor, sparse: true, Active: false })
    const { id } = await addBill()
    await approveForLater(id)
    expect((await failed(id)).refusal).toMatch(/^QuickBooks refused the bill \(\d+: .+\)\. Check/)
  })

  it('waits while an earlier try may still have made one', async () => {
    const other = await addBill()
    await company.desk.call(createQboBill, { token: company.token, body: bodyOf(other) })
    const { id } = await addBill({
      invoiceNumber: other.invoiceNumber,
      amountCents: 4_300,
      status: 'approved',
      postLater: true,
    })
    await query(sql`INSERT INTO bill_posting SELECT (p).* FROM (
      SELECT jsonb_populate_record(p, jsonb_build_object('task_id', ${id}::text, 'bill_id', NULL,
        'state', 'unknown', 'amount_cents', 4300)) AS p
      FROM bill_posting p WHERE task_id = ${other.id}) AS copied`)
    const { postBill } = createPostLater(company.desk.desk.dependencies)
    await expect(postBill(id)).rejects.toMatchObject({ code: 'qbo_bill_differs' })
    expect((await postingOf(id)).state).toBe('waiting')
    await query(sql`UPDATE bill_posting SET created_at = now() - interval '62 minutes'`)
    await postBill(id)
    expect((await postingOf(id)).state).toBe('failed')
  })
})

describe('an invoice that staff mark as paid', () => {
  const create = (task: Task) =>
    company.desk.call(createQboBill, { token: company.token, body: bodyOf(task) })
  const markPaid = ({ id }: Task, more: Record<string, unknown> = {}) =>
    act({ taskId: id, action: 'mark_paid', paidDate: '2026-03-11', ...more })
  const statusOf = async ({ id }: Task) =>
    (await act({ taskId: id, action: 'fetch' })).body.status.name

  it('is paid for staff and contractor, until that is taken back', async () => {
    const { desk } = company
    const { token, ...person } = await addContractor(desk)
    const task = await addBill({ ...person, status: 'approved', version: 2 })
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
    // As if mail had been down until now.
    const mail = contractorJobs(desk.desk.dependencies).find(({ kind }) => kind === billMailJob)
    await mail?.run({ billId: task.id, step: 'paid', version: 99 }, '')
    expect(await mailsTo(desk, person.email)).toHaveLength(1)
  })

  it('was approved before, on a day that can be', async () => {
    const pending = await markPaid(await addBill())
    expect([pending.status, pending.body.code]).toEqual([409, 'task_action_refused'])
    const task = await addBill({ status: 'approved' })
    for (const paidDate of ['2026-02-30', '', '2999-01-01', '2001-01-01', undefined]) {
      const { status, body } = await markPaid(task, { paidDate })
      expect([status, body.field]).toEqual([400, 'paidDate'])
    }
    const long = await markPaid(task, { note: 'x'.repeat(2_001) })
    expect([long.status, long.body.field]).toEqual([400, 'note'])
    expect(await statusOf(task)).toBe('approved')
  })

  it('gets no bill in QuickBooks, neither added nor found', async () => {
    const task = await addBill({ status: 'approved' })
    await markPaid(task)
    const refused = await create(task)
    expect([refused.status, refused.body.code]).toEqual([409, 'task_paid'])
    expect(await billsNumbered(task.invoiceNumber)).toHaveLength(0)
    const other = await create(await addBill({ status: 'approved' }))
    const { dependencies } = company.desk.desk
    const [bill] = await dependencies.quickbooks.for('staff').bills.listByIds([other.body.bill.id])
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
    const { adoptBill } = createPosting(dependencies)
    if (bill) await adoptBill(content, bill)
    expect((await postingOf(task.id)).state).toBe('none')
    await act({ taskId: task.id, action: 'unmark_paid' })
    if (bill) await adoptBill({ ...content, vendor: 'Chosen before' }, bill)
    expect((await postingOf(task.id)).state).toBe('none')
    expect((await create(task)).status).toBe(200)
  })

  it('has no bill in QuickBooks, nor one on its way', async () => {
    const task = await addBill({ status: 'approved' })
    await company.fault('timeout', '/bill?requestid')
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
    const waiting = await addBill({ status: 'approved', postLater: true })
    expect((await markPaid(waiting)).body.code).toBe('qbo_bill_in_progress')
  })

  it('or gets a bill, whichever comes first', async () => {
    const tasks = await Promise.all(
      Array.from({ length: 6 }, () => addBill({ status: 'approved' })),
    )
    await Promise.all(
      tasks.flatMap((task, n) =>
        n % 2 ? [create(task), markPaid(task)] : [markPaid(task), create(task)],
      ),
    )
    for (const task of tasks) {
      const isPaid = (await statusOf(task)) === 'paid'
      expect(await billsNumbered(task.invoiceNumber)).toHaveLength(isPaid ? 0 : 1)
    }
  })

  it('is not mixed up with one that is paid in QuickBooks', async () => {
    const task = await addBill({ status: 'approved' })
    await create(task)
    await query(sql`UPDATE bill SET status = 'paid' WHERE id = ${task.id}`)
    const refused = await act({ taskId: task.id, action: 'unmark_paid' })
    expect([refused.status, refused.body.code]).toEqual([409, 'task_action_refused'])
    await query(sql`UPDATE bill SET paid_by = ${STAFF} WHERE id = ${task.id}`)
    const { syncBills } = createSync(company.desk.desk.dependencies)
    await syncBills([])
    expect(await statusOf(task)).toBe('paid')
    await query(sql`UPDATE bill SET paid_by = NULL WHERE id = ${task.id}`)
    await syncBills([])
    expect(await statusOf(task)).toBe('approved')
  })
})

describe('choosing the vendor', () => {
  it('takes a vendor of QuickBooks by its name over there', async () => {
    const { id } = await addBill({ vendor: 'Omally Elektric' })
    const body = { taskId: id, action: 'update_vendor', vendor: "o'malley electric" }
    const { status, body: task } = await act(body)
    expect([status, task.details.vendor]).toEqual([200, "O'Malley Electric"])
    expect(task.history).toMatchObject([
      { action: 'bill_vendor_changed', detail: "O'Malley Electric" },
    ])
  })

  it('refuses a vendor that QuickBooks does not have', async () => {
    const { id } = await addBill()
    const refused = await act({ taskId: id, action: 'update_vendor', vendor: 'Nobody & Sons' })
    expect([refused.status, refused.body.code]).toEqual([404, 'qbo_vendor_unknown'])
  })

  it('and adding the bill take turns: no bill goes to a vendor that is no longer the chosen one', async () => {
    const { books, quickbooks } = company.desk.desk.dependencies
    const create = (task: Task) =>
      company.desk.call(createQboBill, { token: company.token, body: bodyOf(task) })
    const choose = ({ id }: Task) =>
      act({ taskId: id, action: 'update_vendor', vendor: 'Kestrel Courier' })
    const first = await addBill({ status: 'approved' })
    const lookup = holdNext(books, 'findBillAccount')
    const adding = create(first)
    await lookup.reached
    expect((await choose(first)).body.details.vendor).toBe('Kestrel Courier')
    lookup.letGo()
    const changed = await adding
    expect([changed.status, changed.body.code]).toEqual([409, 'changed_meanwhile'])
    expect(await billsNumbered(first.invoiceNumber)).toHaveLength(0)

    const second = await addBill({ status: 'approved' })
    const search = holdNext(quickbooks.for('staff').vendors, 'findByName')
    const choosing = choose(second)
    await search.reached
    expect((await create(second)).status).toBe(200)
    search.letGo()
    const late = await choosing
    expect([late.status, late.body.code]).toEqual([409, 'task_has_bill'])
    const { details } = (await act({ taskId: second.id, action: 'fetch' })).body
    expect(details.vendor).toBe(OMALLEY.vendor)
  })

  it('says that it failed while QuickBooks is down, and changes nothing', async () => {
    const { id } = await addBill()
    await company.fault('error', '/query', 30)
    const body = { taskId: id, action: 'update_vendor', vendor: "O'Malley Electric" }
    const refused = await act(body)
    expect([refused.status, refused.body.error]).toEqual([502, 'Failed to update vendor'])
    expect((await act({ taskId: id, action: 'fetch' })).body.version).toBe(1)
  })
})
