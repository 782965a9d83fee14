// Tests the QuickBooks client against the emulator.

import { type Company, openCompany, SHORT_TIMEOUTS } from '@invoice-desk/testing/quickbooks/company'
import { HARBOR } from '@invoice-desk/testing/quickbooks/connect'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createConnectionStore } from '../../src/features/accounting/connection/connection-store.ts'
import { createPaceStore } from '../../src/features/accounting/connection/pace-store.ts'
import { createQuickBooks } from '../../src/providers/quickbooks/quickbooks.ts'

let company: Company
beforeAll(async () => {
  company = await openCompany(SHORT_TIMEOUTS)
})
afterAll(() => company.desk.close())
beforeEach(() => company.startOver())

/** The client as another process would create it, sharing only the database. */
const anotherProcess = () => {
  const { dependencies } = company.desk.desk
  const { config, log } = dependencies
  const store = createConnectionStore(dependencies)
  return createQuickBooks(config, log, store, createPaceStore(dependencies)).for('staff')
}

describe('tokens', () => {
  it('are refreshed once by concurrent processes', async () => {
    await company.throwSwitch('expire-access-tokens')
    const processes = Array.from({ length: 5 }, anotherProcess)
    const calls = processes.flatMap((each) =>
      [1, 2, 3, 4].map(() => each.company.listBillAccounts()),
    )
    const answers = await Promise.all(calls)
    expect(answers.every((accounts) => accounts.length > 0)).toBe(true)
    expect((await company.state()).oauth).toMatchObject({ refreshes: 1, refused: 0 })
  })

  it('are refreshed by the next process after the lease holder died', async () => {
    const store = createConnectionStore(company.desk.desk.dependencies)
    await company.throwSwitch('expire-access-tokens')
    expect(await store.takeLease(crypto.randomUUID(), 1)).toBe(true)
    expect((await anotherProcess().company.listBillAccounts()).length).toBeGreaterThan(0)
    expect((await company.state()).oauth).toMatchObject({ refreshes: 1 })
  })
})

describe('payments', () => {
  const openInvoices = async (customerId: string) =>
    (await anotherProcess().invoices.listOfCustomer(customerId, { openMax: 10, paidMax: 0 })).map(
      ({ id, balanceCents }) => ({ id, amountCents: balanceCents }),
    )
  const customerOf = async (number: string) => {
    const invoice = (await company.state()).invoices?.find(({ DocNumber }) => DocNumber === number)
    return (invoice?.CustomerRef as { value: string } | undefined)?.value ?? ''
  }

  it('cover several invoices once, and are found by the id in their memo', async () => {
    const quickbooks = anotherProcess()
    const customerId = await customerOf('1002')
    const invoices = await openInvoices(customerId)
    expect(invoices.length).toBeGreaterThan(1)
    const totalCents = invoices.reduce((sum, { amountCents }) => sum + amountCents, 0)
    const payment = {
      realmId: HARBOR,
      customerId,
      date: '2026-11-15',
      totalCents,
      invoices,
      memo: 'Stripe payments (ID: pi_test_0) (ID: pi_test_1)',
      reference: 'pi_test_1',
    }
    await company.fault('timeout-after', '/payment?requestid')
    const elsewhere = quickbooks.payments.create({ ...payment, realmId: '1' }, 'p-attempt-1')
    await expect(elsewhere).rejects.toMatchObject({ kind: 'auth' })
    const first = await quickbooks.payments.create(payment, 'p-attempt-1')
    const again = await quickbooks.payments.create(payment, 'p-attempt-1')
    expect(again.id).toBe(first.id)
    expect(first.invoices).toEqual(invoices)
    expect(await openInvoices(customerId)).toEqual([])
    const found = await quickbooks.payments.findByMemoId(customerId, 'pi_test_1', '2026-11-01')
    expect(found?.id).toBe(first.id)
    expect(
      await quickbooks.payments.findByMemoId(customerId, 'pi_test_2', '2026-11-01'),
    ).toBeUndefined()
  })
})

describe('attachments', () => {
  const file = {
    name: 'Invoice "7" é.pdf',
    contentType: 'application/pdf',
    bytes: new TextEncoder().encode('%PDF-1.7 sample'),
  }
  const billId = async () => (await company.state()).bills?.[0]?.Id ?? ''

  it('are attached to their bill once', async () => {
    const { attachments } = anotherProcess()
    const id = await billId()
    await company.fault('timeout-after', '/upload')
    const first = await attachments.attachToBill(id, file, `a-${id}`)
    expect(await attachments.attachToBill(id, file, 'another-request')).toBe(first)
    const [stored, ...others] = (await company.state()).attachables ?? []
    expect(others).toEqual([])
    expect(stored).toMatchObject({
      FileName: file.name,
      Size: file.bytes.length,
      AttachableRef: [{ EntityRef: { type: 'Bill', value: id } }],
    })
  })

  it('are reported as refused even if the response has status 200', async () => {
    const attempt = anotherProcess().attachments.attachToBill(
      await billId(),
      { ...file, name: 'program.exe' },
      'a-exe',
    )
    await expect(attempt).rejects.toMatchObject({ kind: 'rejected', providerCode: '6041' })
  })
})

describe('pacing', () => {
  const limited = (callsPerSecond: number, callsPerMinute: number) => {
    const { dependencies } = company.desk.desk
    const { config, database } = dependencies
    const quickbooks = { ...config.quickbooks, callsPerSecond, callsPerMinute, timeoutMs: 5_000 }
    return { ...dependencies, database, config: { ...config, quickbooks } }
  }
  const anotherPaced = () => {
    const dependencies = limited(10, 500)
    const store = createConnectionStore(dependencies)
    const { config, log } = dependencies
    const recordingLog = Object.assign(Object.create(log), {
      warn: (line: unknown) => refused.push(line),
    })
    return createQuickBooks(config, recordingLog, store, createPaceStore(dependencies))
  }
  let refused: unknown[] = []
  const query = (statement: ReturnType<typeof sql>) =>
    company.desk.desk.dependencies.database.db.execute(statement)
  beforeEach(async () => {
    refused = []
    await query(sql`DELETE FROM qbo_pace`)
    await company.throwSwitch('rate', { perSecond: 10, perMinute: 500 })
  })

  it('keeps several processes under the limits together', async () => {
    const processes = [anotherPaced(), anotherPaced()]
    const calls = processes.flatMap((each) =>
      Array.from({ length: 10 }, () => each.for('staff').company.listBillAccounts()),
    )
    expect(await Promise.all(calls)).toHaveLength(20)
    expect(refused).toEqual([])
  })

  it('leaves room for a payment despite many visitors', async () => {
    const processes = [anotherPaced(), anotherPaced()] as const
    let served = 0
    const crowd = processes.flatMap((each) =>
      Array.from({ length: 7 }, () =>
        each
          .for('visitors')
          .invoices.listByIds(['1'])
          .then(() => {
            served += 1
          }),
      ),
    )
    await Promise.race(crowd)
    const { invoices, payments } = processes[0].for('money')
    await invoices.listByIds(['1'])
    await payments.findByMemoId('1', 'pi_none', '2026-11-01')
    expect(served).toBeLessThan(crowd.length)
    await Promise.all(crowd)
  })

  it.each(['1 hour', '40 days'])(
    'continues immediately after the database’s clock was set back by %s',
    async (jump) => {
      const { take } = createPaceStore(limited(10, 500))
      await take('1', 1)
      await query(sql`UPDATE qbo_pace SET empty_at = empty_at + ${jump}::interval`)
      expect(await take('1', 1)).toBe(0)
    },
  )

  it.each([
    [10, 500, 1, 700],
    [10, 30, 1, 50],
    [10, 30, 0.4, 50],
    [1, 30, 0.4, 50],
    [500, 1, 1, 3],
  ])(
    'uses but never exceeds %i per second and %i per minute (share %d)',
    async (perSecond, perMinute, share, usedMin) => {
      const { take } = createPaceStore(limited(perSecond, perMinute))
      /** From before to after each call that may start; a busy machine may pause in between. */
      const starts: { from: number; to: number }[] = []
      let skippedMs = 0
      // Instead of waiting, we move the row back in time.
      while (skippedMs < 125_000) {
        const from = Date.now() + skippedMs
        const waitMs = await take('1', share)
        if (waitMs === 0) starts.push({ from, to: Date.now() + skippedMs })
        skippedMs += waitMs
        await query(sql`UPDATE qbo_pace SET empty_at = empty_at - ${waitMs} * interval '1 ms'`)
      }
      const mostWithin = (ms: number) =>
        Math.max(
          ...starts.map(
            (first) =>
              starts.filter(({ from, to }) => from >= first.from && to < first.from + ms).length,
          ),
        )
      expect(mostWithin(1_000)).toBeLessThanOrEqual(perSecond)
      expect(mostWithin(60_000)).toBeLessThanOrEqual(perMinute)
      expect(starts.length).toBeGreaterThanOrEqual(usedMin)
    },
  )
})
