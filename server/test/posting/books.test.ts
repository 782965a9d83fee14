// Tests that an approved invoice's bill is added to QuickBooks later, and that staff learn why if it can't be added.

import type { BillRow } from '@invoice-desk/testing/app/rows'
import { addContractor } from '@invoice-desk/testing/contractor/contractors'
import { STAFF } from '@invoice-desk/testing/people'
import { mailsTo, waitForMail } from '@invoice-desk/testing/sandbox/mailbox'
import { sql } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { catchUpJob } from '../../src/features/posting/job-kinds.ts'
import { postingJobs } from '../../src/features/posting/jobs.ts'
import { createPostLater } from '../../src/features/posting/post-later.ts'
import { OMALLEY, type TaskRow, useApproval } from '../support/approval.ts'
import { holdNext } from '../support/hold.ts'

const { company, dependencies, query, addTask, act, fetchTask, create, billsOf, settle } =
  useApproval()

const approveForLater = (id: string) => act({ taskId: id, action: 'approve', postLater: true })
const postingOf = async (id: string) => (await fetchTask({ id })).posting
const jobStates = async (id: string) =>
  (
    await query(
      sql`SELECT state FROM jobs.job WHERE name = 'post-bill' AND data ->> 'taskId' = ${id}`,
    )
  ).map(({ state }) => state)
const waitUntilFailed = (id: string) =>
  vi.waitFor(
    async () => {
      const posting = await postingOf(id)
      expect(posting.state).toBe('failed')
      return posting
    },
    { timeout: 20_000, interval: 50 },
  )

describe('adding the bill later', () => {
  it('shows the bill as waiting and adds it once QuickBooks is back', async () => {
    const { id, invoiceNumber } = await addTask()
    await company().fault('error', '/query', 30)
    await company().fault('error', '/bill', 3)
    const approved = await act({ taskId: id, action: 'approve', postLater: true })
    expect(approved.body).toMatchObject({
      status: { name: 'approved' },
      posting: { state: 'waiting' },
    })
    expect(await billsOf({ invoiceNumber })).toHaveLength(0)
    await fetch(`${company().desk.sandbox.url}/faults`, { method: 'DELETE' })
    await vi.waitFor(async () => {
      const { body } = await act({ taskId: id, action: 'fetch' })
      expect(body.posting.state).toBe('created')
    }, 45_000)
    expect(await billsOf({ invoiceNumber })).toHaveLength(1)
  }, 60_000)

  it('adds no bill for an invoice that has been rejected since', async () => {
    const task = await addTask()
    const { id } = task
    await company().fault('error', '', 1_000)
    await approveForLater(id)
    await act({ taskId: id, action: 'reject', message: 'Changed our mind' })
    await fetch(`${company().desk.sandbox.url}/faults`, { method: 'DELETE' })
    await createPostLater(dependencies()).postBill(id)
    await settle(task)
    expect(await billsOf(task)).toHaveLength(0)
  })

  it('retries after a reconnection, and after a week emails staff once and stops', async () => {
    const { id, invoiceNumber } = await addTask()
    const decidedAt = new Date(Date.now() - 8 * 86_400_000)
    const old = await addTask({ status: 'approved', postLater: true, decidedAt })
    await company().fault('error', '', 1_000)
    await approveForLater(id)
    await vi.waitFor(async () => expect(await jobStates(id)).toEqual(['retry']), 20_000)
    await query(sql`UPDATE jobs.job SET state = 'failed' WHERE data ->> 'taskId' = ${id}`)
    await query(sql`UPDATE qbo_connection SET state = 'invalid'`)
    const catchUp = postingJobs(dependencies()).find(({ kind }) => kind === catchUpJob)
    await catchUp?.run({}, '')
    expect([await jobStates(id), (await postingOf(id)).state]).toEqual([['failed'], 'waiting'])
    await company().startOver()
    await catchUp?.run({}, '')
    await vi.waitFor(async () => expect((await postingOf(id)).state).toBe('created'), 20_000)
    expect(await billsOf({ invoiceNumber })).toHaveLength(1)
    const { state, refusal } = await postingOf(old.id)
    expect([state, refusal]).toEqual([
      'failed',
      'This bill has been waiting for QuickBooks for more than 7 days. Check whether someone entered it by hand. If not, add it.',
    ])
    await catchUp?.run({}, '')
    expect([await jobStates(old.id), await billsOf(old)]).toEqual([[], []])
    const notices = await query(
      sql`SELECT 1 FROM jobs.job WHERE name = 'quickbooks-refusal-notice' AND data ->> 'taskId' = ${old.id}`,
    )
    expect(notices).toHaveLength(1)
    await create(old)
    expect((await postingOf(old.id)).state).toBe('created')
  }, 60_000)
})

describe('a bill that QuickBooks refuses', () => {
  it('is not retried, and staff get one email with the reason and the next step', async () => {
    const { desk } = company()
    const unmapped = { email: 'unmapped@vendor.example', vendor: OMALLEY.vendor }
    const noAccount = await addContractor(desk, OMALLEY.vendor)
    const noSuchAccount = await addContractor(desk, OMALLEY.vendor, { qbBillAccount: 'Nowhere' })
    const other = await addTask()
    await create(other)
    const cases: [BillRow, RegExp][] = [
      [{ vendor: 'Omally Elektric' }, /no vendor named "Omally Elektric"\. Choose an existing/],
      [{ email: unmapped.email }, /^unmapped@vendor\.example isn't mapped to a vendor\./],
      [{ email: noAccount.email }, /has no bill account\. Choose one in Vendor Management/],
      [{ email: noSuchAccount.email }, /no bill account named "Nowhere"/],
      [
        { invoiceNumber: other.invoiceNumber, amountCents: 4_300 },
        / for \$42\.00\. If this invoice needs its own bill, add it\.$/,
      ],
    ]
    const tasks = await Promise.all(cases.map(([fields]) => addTask(fields)))
    await Promise.all(tasks.map(({ id }) => approveForLater(id)))
    for (const [index, [, reason]] of cases.entries()) {
      const { id = '', invoiceNumber } = tasks[index] ?? {}
      const { refusal } = await waitUntilFailed(id)
      expect(refusal).toMatch(reason)
      const { history } = (await act({ taskId: id, action: 'fetch' })).body
      expect(history[0]).toMatchObject({ actor: 'system', action: 'bill_refused', reason: refusal })
      const mail = await waitForMail(desk, STAFF, `Invoice ${invoiceNumber} from`)
      expect(mail.text.replaceAll(/\s+/g, ' ')).toContain(refusal)
      expect(mail.links.join()).toContain(id)
      await vi.waitFor(async () => expect(await jobStates(id)).toEqual(['completed']), 20_000)
    }
    const about = (await mailsTo(desk, STAFF)).filter(({ subject }) => /couldn't/.test(subject))
    expect(about).toHaveLength(cases.length)
  }, 60_000)

  it('keeps its reason until the vendor is changed or the bill is added', async () => {
    const task = await addTask({ vendor: 'Omally Elektric' })
    await approveForLater(task.id)
    await waitUntilFailed(task.id)
    const body = { taskId: task.id, action: 'update_vendor', vendor: OMALLEY.vendor }
    expect((await act(body)).body.posting).toMatchObject({ state: 'none' })
    await query(
      sql`UPDATE bill SET status = 'approved', post_refusal = 'No.' WHERE id = ${task.id}`,
    )
    expect(await postingOf(task.id)).toMatchObject({ state: 'failed', refusal: 'No.' })
    await query(sql`UPDATE bill SET status = 'paid' WHERE id = ${task.id}`)
    expect((await postingOf(task.id)).refusal).toBeUndefined()
    await query(sql`UPDATE bill SET status = 'approved', decided_at = now() WHERE id = ${task.id}`)
    await create(task)
    const { state, refusal } = await postingOf(task.id)
    expect([state, refusal]).toEqual(['created', undefined])
  })

  it('quotes QuickBooks’ error as the reason', async () => {
    await company().throwSwitch('webhooks', { mode: 'off' })
    await company().refreshCopy()
    const { vendors = [] } = await company().state()
    const vendor = vendors.find(({ DisplayName }) => DisplayName === OMALLEY.vendor)
    await company().write('vendor', { ...vendor, sparse: true, Active: false })
    const { id } = await addTask()
    await approveForLater(id)
    expect((await waitUntilFailed(id)).refusal).toMatch(
      /^QuickBooks refused the bill \(\d+: .+\)\. Check/,
    )
  })

  it('waits while an earlier attempt may still have created it', async () => {
    const other = await addTask()
    await create(other)
    const { id } = await addTask({
      invoiceNumber: other.invoiceNumber,
      amountCents: 4_300,
      status: 'approved',
      postLater: true,
    })
    await query(sql`INSERT INTO bill_posting SELECT (p).* FROM (
      SELECT jsonb_populate_record(p, jsonb_build_object('task_id', ${id}::text, 'bill_id', NULL,
        'state', 'unknown', 'amount_cents', 4300)) AS p
      FROM bill_posting p WHERE task_id = ${other.id}) AS copied`)
    const { postBill } = createPostLater(dependencies())
    await expect(postBill(id)).rejects.toMatchObject({ code: 'qbo_bill_differs' })
    expect((await postingOf(id)).state).toBe('waiting')
    await query(sql`UPDATE bill_posting SET created_at = now() - interval '62 minutes'`)
    await postBill(id)
    expect((await postingOf(id)).state).toBe('failed')
  })
})

describe('choosing the vendor', () => {
  it('accepts a QuickBooks vendor and uses QuickBooks’ spelling of its name', async () => {
    const { id } = await addTask({ vendor: 'Omally Elektric' })
    const body = { taskId: id, action: 'update_vendor', vendor: "o'malley electric" }
    const { status, body: task } = await act(body)
    expect([status, task.details.vendor]).toEqual([200, "O'Malley Electric"])
    expect(task.history).toMatchObject([
      { action: 'bill_vendor_changed', detail: "O'Malley Electric (was Omally Elektric)" },
    ])
  })

  it('refuses a vendor that QuickBooks does not have', async () => {
    const { id } = await addTask()
    const refused = await act({ taskId: id, action: 'update_vendor', vendor: 'Nobody & Sons' })
    expect([refused.status, refused.body.code]).toEqual([404, 'qbo_vendor_unknown'])
  })

  it('never adds a bill for a vendor that was just replaced', async () => {
    const { books, quickbooks } = dependencies()
    const choose = ({ id }: TaskRow) =>
      act({ taskId: id, action: 'update_vendor', vendor: 'Kestrel Courier' })
    const first = await addTask({ status: 'approved' })
    const lookup = holdNext(books, 'findBillAccount')
    const adding = create(first)
    await lookup.reached
    expect((await choose(first)).body.details.vendor).toBe('Kestrel Courier')
    lookup.release()
    const changed = await adding
    expect([changed.status, changed.body.code]).toEqual([409, 'changed_meanwhile'])
    expect(await billsOf(first)).toHaveLength(0)

    const second = await addTask({ status: 'approved' })
    const search = holdNext(quickbooks.for('staff').vendors, 'findByName')
    const choosing = choose(second)
    await search.reached
    expect((await create(second)).status).toBe(200)
    search.release()
    const late = await choosing
    expect([late.status, late.body.code]).toEqual([409, 'task_has_bill'])
    const { details } = (await act({ taskId: second.id, action: 'fetch' })).body
    expect(details.vendor).toBe(OMALLEY.vendor)
  })

  it('fails and changes nothing while QuickBooks is down', async () => {
    const { id } = await addTask()
    await company().fault('error', '/query', 30)
    const body = { taskId: id, action: 'update_vendor', vendor: "O'Malley Electric" }
    const refused = await act(body)
    expect([refused.status, refused.body.error]).toEqual([502, 'Failed to update vendor'])
    expect((await act({ taskId: id, action: 'fetch' })).body.version).toBe(1)
  })
})
