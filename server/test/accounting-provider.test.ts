// The QuickBooks client itself, against the sandbox: what the features above it rely on.

import { type Company, openCompany } from '@invoice-desk/testing/company'
import { HARBOR } from '@invoice-desk/testing/quickbooks'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createConnectionStore } from '../src/features/accounting/connection-store.ts'
import { createQuickBooks } from '../src/providers/quickbooks/quickbooks.ts'

let company: Company
beforeAll(async () => {
  company = await openCompany()
})
afterAll(() => company.desk.close())
beforeEach(() => company.startOver())

/** As another process would have it: nothing is shared but the database. */
const anotherProcess = () => {
  const { dependencies } = company.desk.desk
  const { config, log } = dependencies
  return createQuickBooks(config, log, createConnectionStore(dependencies))
}

describe('tokens', () => {
  it('are refreshed once by processes that find them expired together', async () => {
    await company.throwSwitch('expire-access-tokens')
    const processes = Array.from({ length: 5 }, anotherProcess)
    const calls = processes.flatMap((each) => [1, 2, 3, 4].map(() => each.accounts.listForBills()))
    const answers = await Promise.all(calls)
    expect(answers.every((accounts) => accounts.length > 0)).toBe(true)
    expect((await company.state()).oauth).toMatchObject({ refreshes: 1, refused: 0 })
  })

  it('are refreshed by the next one when whoever held the lease died', async () => {
    const store = createConnectionStore(company.desk.desk.dependencies)
    await company.throwSwitch('expire-access-tokens')
    expect(await store.takeLease(crypto.randomUUID(), 1)).toBe(true)
    expect((await anotherProcess().accounts.listForBills()).length).toBeGreaterThan(0)
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

  it('cover several invoices, once, and are found by the id in their memo', async () => {
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
      memo: 'Stripe payment (ID: pi_test_1)',
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

  it('stand with their bill, once', async () => {
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

  it('are refused by code, although the answer says that all went well', async () => {
    const attempt = anotherProcess().attachments.attachToBill(
      await billId(),
      { ...file, name: 'program.exe' },
      'a-exe',
    )
    await expect(attempt).rejects.toMatchObject({ kind: 'rejected', providerCode: '6041' })
  })
})

describe('pacing', () => {
  it('gets sixty calls at once past the real limits', async () => {
    await company.throwSwitch('rate', { perSecond: 10, perMinute: 500 })
    const { dependencies } = company.desk.desk
    const { config, log } = dependencies
    const real = { callsPerSecond: 10, callsPerMinute: 500, timeoutMs: 5_000 }
    const quickbooks = createQuickBooks(
      { ...config, quickbooks: { ...config.quickbooks, ...real } },
      log,
      createConnectionStore(dependencies),
    )
    const calls = Array.from({ length: 60 }, () => quickbooks.accounts.listForBills())
    expect(await Promise.all(calls)).toHaveLength(60)
  })
})
