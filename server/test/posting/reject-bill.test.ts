// Tests that an invoice can't be rejected while its bill is being added, and that a rejected one gets no bill.
import { listBillsToVoid } from '@invoice-desk/contract/accounting/accounting'
import { setFault } from '@invoice-desk/testing/sandbox/control'
import { sql } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { ProviderError } from '../../src/providers/provider-error.ts'
import { type TaskRow, useApproval } from '../support/approval.ts'
import { holdNext } from '../support/hold.ts'

const approval = useApproval()
const { company, dependencies, query, addTask, fetchTask, reject, create, billsOf } = approval
const { stateOf, waitForState, settle } = approval

const acknowledged = { billAcknowledged: true }
const toVoid = async ({ id }: TaskRow) => {
  const { body } = await company().desk.call(listBillsToVoid, { token: company().token })
  return (body.bills as { taskId: string }[]).find(({ taskId }) => taskId === id)
}

const hold = (name: 'findByInvoiceNumber' | 'create') =>
  holdNext(dependencies().quickbooks.for('staff').bills, name)
/** Makes the claim on adding the bill expire. */
const expireClaim = ({ id }: TaskRow) =>
  query(
    sql`UPDATE bill_posting SET claimed_until = now() - interval '1 second' WHERE task_id = ${id}`,
  )

describe('while a bill is being added', () => {
  it('refuses to reject its invoice', async () => {
    const task = await addTask()
    await company().fault('timeout', '/bill?requestid')
    const adding = create(task)
    await waitForState(task, 'intent')
    const refused = await reject(task, acknowledged)
    expect([refused.status, refused.body.code]).toEqual([409, 'qbo_bill_in_progress'])
    expect(refused.body.error).toMatch(/adding the bill for this invoice to QuickBooks/)
    expect((await adding).status).toBe(200)
    expect((await fetchTask(task)).status.name).toBe('sent for approval')
  })

  it('either rejects the invoice or adds its bill, whichever comes first', async () => {
    const tasks = await Promise.all(Array.from({ length: 8 }, () => addTask()))
    await Promise.all(tasks.flatMap((task) => [create(task), reject(task)]))
    for (const task of tasks) {
      const { status } = await fetchTask(task)
      expect(await billsOf(task)).toHaveLength(status.name === 'rejected' ? 0 : 1)
    }
  })
})

describe('a bill with two concurrent attempts', () => {
  it('stays open when the first attempt fails and the second is still running', async () => {
    const task = await addTask()
    const slow = hold('findByInvoiceNumber')
    const adding = create(task)
    await slow.reached
    await expireClaim(task)
    const second = hold('create')
    const settling = settle(task)
    await second.reached
    slow.fail(new ProviderError('quickbooks', 'unavailable', 'no answer'))
    expect((await adding).status).toBe(502)
    expect((await reject(task, acknowledged)).body.code).toBe('qbo_bill_in_progress')
    second.release()
    await settling
    expect(await stateOf(task)).toBe('created')
    expect((await reject(task)).body.code).toBe('task_bill_left')
  })

  it('fails when QuickBooks refuses the attempt that holds the claim', async () => {
    const task = await addTask()
    const { reached, fail } = hold('create')
    const adding = create(task)
    await reached
    fail(new ProviderError('quickbooks', 'rejected', 'no', { providerCode: '2500' }))
    expect((await adding).body.code).toBe('qbo_bill_refused')
    expect(await stateOf(task)).toBe('failed')
    expect((await reject(task)).status).toBe(200)
  })

  it('must be voided when it appears after it was marked as failed', async () => {
    const task = await addTask()
    const { reached, release } = hold('create')
    const adding = create(task)
    await reached
    await query(sql`UPDATE bill_posting SET state = 'failed', claimed_until = NULL`)
    expect((await reject(task)).status).toBe(200)
    release()
    await adding
    expect(await stateOf(task)).toBe('created')
    expect(await toVoid(task)).toBeDefined()
  })
})

describe('once an invoice is rejected', () => {
  it('adding its bill waits for a rejection that is about to commit', async () => {
    const task = await addTask()
    const { kind, pool } = dependencies().database
    const client = await pool.connect()
    await client.query('BEGIN')
    await client.query(`UPDATE bill SET status = 'rejected', decided_at = now() WHERE id = $1`, [
      task.id,
    ])
    let answer: Awaited<ReturnType<typeof create>> | undefined
    const adding = create(task).then((given) => {
      answer = given
    })
    // The embedded database has one connection, so nothing else can start.
    const isBlocked = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
    if (kind === 'postgres')
      await vi.waitFor(async () => {
        if (!answer) expect((await client.query(isBlocked)).rows).not.toHaveLength(0)
      }, 20_000)
    await client.query('COMMIT')
    client.release()
    await adding
    expect([answer?.status, answer?.body.code]).toEqual([409, 'task_rejected'])
    expect(await billsOf(task)).toHaveLength(0)
  })

  it('adds no bill for it', async () => {
    const task = await addTask()
    await reject(task)
    const refused = await create(task)
    expect([refused.status, refused.body.code]).toEqual([409, 'task_rejected'])
    expect(await stateOf(task)).toBeUndefined()
    expect(await billsOf(task)).toHaveLength(0)
  })

  it("stops adding the bill, and marks it as failed only when it can't appear anymore", async () => {
    const task = await addTask()
    const { reached, release } = hold('findByInvoiceNumber')
    const adding = create(task)
    await reached
    await expireClaim(task)
    expect((await reject(task)).body.code).toBe('task_bill_left')
    expect((await reject(task, acknowledged)).status).toBe(200)
    release()
    expect((await adding).body.code).toBe('task_rejected')
    expect(await settle(task)).toBe(true)
    expect(await stateOf(task)).toBe('unknown')
    await query(
      sql`UPDATE bill SET decided_at = now() - interval '61 minutes' WHERE id = ${task.id}`,
    )
    await query(sql`UPDATE bill_posting SET created_at = now() - interval '62 minutes'`)
    await settle(task)
    expect(await stateOf(task)).toBe('failed')
    expect(await billsOf(task)).toHaveLength(0)
    expect(await toVoid(task)).toBeUndefined()
  })

  it('asks staff to void a bill that was already being added', async () => {
    const task = await addTask()
    const { reached, release } = hold('create')
    const adding = create(task)
    await reached
    expect((await reject(task, acknowledged)).body.code).toBe('qbo_bill_in_progress')
    await expireClaim(task)
    expect((await reject(task, acknowledged)).status).toBe(200)
    expect(await toVoid(task)).toBeUndefined()
    release()
    expect((await adding).status).toBe(200)
    expect(await toVoid(task)).toBeDefined()
  })
})

describe('a bill with an unknown outcome', () => {
  it('must be acknowledged, and voided once it is found', async () => {
    const task = await addTask()
    await company().fault('timeout-after', '/bill?requestid', 3)
    expect((await create(task)).body.code).toBe('qbo_bill_unknown')
    expect((await fetchTask(task)).posting.leftByReject).toBe('maybe')
    const refused = await reject(task)
    expect([refused.status, refused.body.code]).toEqual([409, 'task_bill_left'])
    expect(refused.body.error).toMatch(/hasn't confirmed yet/)
    expect((await reject(task, acknowledged)).status).toBe(200)
    expect(await toVoid(task)).toBeUndefined()
    await settle(task)
    expect(await toVoid(task)).toMatchObject({ invoiceNumber: task.invoiceNumber })
    expect(await billsOf(task)).toHaveLength(1)
  })

  it('stays unknown when QuickBooks refuses the lookup', async () => {
    const task = await addTask()
    await company().fault('timeout-after', '/bill?requestid', 3)
    await create(task)
    // Every lookup, because a job of the app may ask first.
    const refusal = { provider: 'quickbooks', mode: 'error', match: '/query', status: 400 }
    await setFault(company().desk, { ...refusal, times: 1_000 })
    expect(await settle(task)).toBe(true)
    expect(await stateOf(task)).toBe('unknown')
    await company().clearFaults()
    expect((await reject(task)).body.code).toBe('task_bill_left')
    await settle(task)
    expect(await stateOf(task)).toBe('created')
  })

  it('is recognized by its note after its amount was changed', async () => {
    const task = await addTask()
    await company().fault('timeout-after', '/bill?requestid', 3)
    await create(task)
    const [bill] = await billsOf(task)
    const lines = bill?.Line as Record<string, unknown>[]
    await company().write('bill', { ...bill, Line: lines.map((line) => ({ ...line, Amount: 43 })) })
    await settle(task)
    expect(await stateOf(task)).toBe('created')
    expect((await reject(task)).body.code).toBe('task_bill_left')
  })
})
