// Tests that a task gets at most one bill even if QuickBooks fails.

import { SHORT_TIMEOUTS } from '@invoice-desk/testing/quickbooks/company'
import { HARBOR, NO_RATE, TIDEWATER } from '@invoice-desk/testing/quickbooks/connect'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { createPosting } from '../../src/features/posting/posting.ts'
import { taskOf, useBillDesk } from '../support/bills.ts'
import { holdNext } from '../support/hold.ts'

const accounting = useBillDesk(SHORT_TIMEOUTS)
const { query, create, billsNumbered, postingOf } = accounting

describe('when QuickBooks fails', () => {
  it('says that the connection is invalid, and adds the bill after reconnecting', async () => {
    await create({ task: 'task-0', invoiceNumber: 'OM-399' })
    await accounting.company.throwSwitch('kill-refresh-tokens')
    const dead = await create()
    expect([dead.status, dead.body.code]).toEqual([409, 'qbo_connection_invalid'])
    expect(dead.body.error).toMatch(/invalid_grant/)
    await accounting.company.connect()
    expect((await create()).status).toBe(200)
    expect(await billsNumbered('OM-400')).toHaveLength(1)
  })

  it.each(['timeout', 'timeout-after', 'cut', 'error', 'throttle', 'expire-token'] as const)(
    'recovers from one %s automatically',
    async (mode) => {
      await create({ task: 'task-0', invoiceNumber: 'OM-399' })
      await accounting.company.fault(mode, '/bill?requestid')
      expect((await create()).status).toBe(200)
      expect(await billsNumbered('OM-400')).toHaveLength(1)
    },
  )

  it('says that QuickBooks is busy while it throttles, and adds the bill afterward', async () => {
    await accounting.company.throwSwitch('rate', { ...NO_RATE, retryAfterSeconds: 60 })
    await accounting.company.fault('throttle', '/bill?requestid')
    const busy = await create()
    expect([busy.status, busy.body.error]).toEqual([
      502,
      'Failed to create bill in QuickBooks: QuickBooks is busy. Please try again in a minute.',
    ])
    await query(sql`DELETE FROM qbo_pace`)
    expect((await create()).status).toBe(200)
    expect(await billsNumbered('OM-400')).toHaveLength(1)
  })

  it('reports an unknown outcome, and resolves it on the next try', async () => {
    await accounting.company.fault('timeout-after', '/bill?requestid', 3)
    const lost = await create()
    expect([lost.status, lost.body.code]).toEqual([502, 'qbo_bill_unknown'])
    expect(await postingOf('task-1')).toMatchObject({ state: 'unknown', generation: 1 })
    const { status } = await create()
    expect(status).toBe(200)
    expect(await postingOf('task-1')).toMatchObject({ state: 'created', generation: 1 })
    expect(await billsNumbered('OM-400')).toHaveLength(1)
  })

  it.each(['error', 'timeout-after'] as const)(
    'automatically adds one bill next to a similar one after an unknown %s',
    async (mode) => {
      const request = { invoiceNumber: 'OM-318', amount: 306 }
      const { bills } = (await create(request)).body
      const similarBillIds = bills.map(({ id }: { id: string }) => id)
      await accounting.company.fault(mode, '/bill?', 3)
      expect((await create({ ...request, similarBillIds })).body.code).toBe('qbo_bill_unknown')
      const { settleBill } = createPosting(accounting.company.desk.desk.dependencies)
      expect(await settleBill(taskOf('task-1'))).toBe(true)
      expect(await postingOf('task-1')).toMatchObject({ state: 'created', is_adopted: false })
      expect(await billsNumbered('OM-318')).toHaveLength(2)
    },
  )

  it('refuses a different bill for the task while the outcome is unknown', async () => {
    await accounting.company.fault('timeout', '/bill?requestid', 3)
    await create()
    const other = await create({ amount: 5 })
    expect([other.status, other.body.code]).toEqual([409, 'qbo_bill_in_progress'])
  })

  it('adds the bill only to the company where we checked for it', async () => {
    const { company } = accounting
    const { bills } = company.desk.desk.dependencies.quickbooks.for('staff')
    const call = holdNext(bills, 'create')
    const adding = create()
    await call.reached
    // Simulates that the other company was connected just before the posting was written, which would prevent it.
    await query(sql`UPDATE bill_posting SET realm_id = 'none'`)
    expect((await company.connect(TIDEWATER)).status).toBe(200)
    call.release()
    expect((await adding).body.code).toBe('qbo_connection_invalid')
    expect(await postingOf('task-1')).toMatchObject({ state: 'failed', failure: 'auth' })
  })

  it('settles what a dead process had started', async () => {
    await create({ task: 'task-0', invoiceNumber: 'OM-399' })
    const left = await postingOf('task-0')
    for (const [task, number] of [
      ['died-before', 'OM-500'],
      ['died-after', 'OM-501'],
    ] as const) {
      await query(sql`INSERT INTO bill_posting
        (task_id, realm_id, state, vendor_id, vendor_name, account_id, invoice_number, amount_cents, date, actor, claimed_until)
        VALUES (${taskOf(task)}, ${HARBOR}, 'intent', ${left?.vendor_id}, 'V', ${left?.account_id}, ${number}, 5000, '2026-11-01', 'sam', now() - interval '1 second')`)
    }
    const line = {
      DetailType: 'AccountBasedExpenseLineDetail',
      Amount: 50,
      AccountBasedExpenseLineDetail: { AccountRef: { value: left?.account_id } },
    }
    await accounting.company.write(`bill?requestid=b-${taskOf('died-after')}-1`, {
      VendorRef: { value: left?.vendor_id },
      DocNumber: 'OM-501',
      Line: [line],
    })
    const { settleBill } = createPosting(accounting.company.desk.desk.dependencies)
    expect(await settleBill(taskOf('died-before'))).toBe(true)
    expect(await settleBill(taskOf('died-after'))).toBe(true)
    expect(await postingOf('died-before')).toMatchObject({ state: 'created', is_adopted: false })
    expect(await postingOf('died-after')).toMatchObject({ state: 'created', is_adopted: false })
    expect(await billsNumbered('OM-500')).toHaveLength(1)
    expect(await billsNumbered('OM-501')).toHaveLength(1)
  })

  it('creates one bill for each of 20 tasks, no matter how their requests fail', async () => {
    const modes = ['timeout', 'timeout-after', 'cut', 'error'] as const
    const tasks = Array.from({ length: 20 }, (_, index) => index)
    for (const index of tasks) {
      const mode = modes[index % 4] ?? 'error'
      // One in five succeeds immediately, and for one in five all tries of the first request fail.
      const times = index % 5
      if (times > 0)
        await accounting.company.fault(mode, `requestid=b-${taskOf(`many-${index}`)}-`, times)
    }
    const before = (await accounting.company.state()).bills?.length ?? 0
    const post = async (index: number): Promise<void> => {
      const body = { task: `many-${index}`, invoiceNumber: `MANY-${index}`, amount: 1 + index }
      for (let tries = 1; tries <= 40; tries += 1) {
        if ((await create(body)).status === 200) return
      }
      throw new Error(`task ${index} never got its bill`)
    }
    const waiting = [...tasks]
    const worker = async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await post(next)
    }
    await Promise.all(Array.from({ length: 20 }, worker))
    const bills = (await accounting.company.state()).bills ?? []
    expect(bills.length - before).toBe(20)
    const numbers = bills.map(({ DocNumber }) => String(DocNumber))
    expect(numbers.filter((number) => number.startsWith('MANY-'))).toHaveLength(20)
    expect(new Set(numbers).size).toBe(numbers.length)
  }, 300_000)
})
