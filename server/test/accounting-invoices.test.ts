// Customers look up invoices and what was paid, without learning more than that.
import { listPaymentHistory, searchInvoice } from '@invoice-desk/contract/accounting-invoices'
import { HUMAN_CHECK_SEARCH } from '@invoice-desk/contract/human-check'
import type { TestDesk } from '@invoice-desk/testing/app/test-desk'
import type { Answer } from '@invoice-desk/testing/http/caller'
import { type Company, openCompany } from '@invoice-desk/testing/quickbooks/company'
import { HARBOR } from '@invoice-desk/testing/quickbooks/connect'
import { passHumanCheck } from '@invoice-desk/testing/sandbox/human-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createInvoiceSearch } from '../src/features/accounting/invoices/invoice-search.ts'
import { createInvoiceIds } from '../src/invoice-id.ts'
import { codesOfBurst } from './support/burst.ts'

let company: Company
let desk: TestDesk
const dates = new Map<string, string>()
beforeAll(async () => {
  company = await openCompany()
  desk = company.desk
  await company.startOver()
  for (const { DocNumber, TxnDate } of (await company.state()).invoices ?? []) {
    dates.set(String(DocNumber), String(TxnDate))
  }
})
afterAll(() => desk.close())

const search = (invoiceNumber: string, date = dates.get(invoiceNumber) ?? '2020-01-01') =>
  desk.call(searchInvoice, { body: { invoiceNumber, date } })
const historyOf = async (number: string): Promise<Answer> => {
  const { body } = await search(number)
  return desk.call(listPaymentHistory, { body: { invoiceId: body.matchedInvoice.id } })
}
const NO_DAY = '2020-01-01'
const MISS = {
  error: "We couldn't find an invoice with this number and date. Check both and try again.",
  code: 'invoice_not_found',
}

describe('searching', () => {
  it('finds the invoice with its customer and all other invoices of that customer', async () => {
    const { status, body } = await search('1002')
    expect(status).toBe(200)
    expect(body.customer).toEqual({ name: 'Aspen Ridge Dental' })
    expect(body.matchedInvoice).toEqual({
      id: expect.any(String),
      invoiceNumber: '1002',
      date: dates.get('1002'),
      dueDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      amount: 700,
      balance: 400,
      currency: 'USD',
      payments: [{ id: expect.any(String), date: expect.any(String), amount: 300 }],
    })
    const related = body.relatedInvoices.map((one: { invoiceNumber: string; balance: number }) => [
      one.invoiceNumber,
      one.balance,
    ])
    expect(related.sort()).toEqual([
      ['1001', 0],
      ['1003', 760],
    ])
  })

  it('shows an invoice in another currency, and what was paid on it, in that currency', async () => {
    const found = await search('1017')
    expect(found.body.customer).toEqual({ name: 'Galerie Lindenhof' })
    expect(found.body.matchedInvoice).toMatchObject({ amount: 840, balance: 840, currency: 'EUR' })
    const invoice = (await company.state()).invoices?.find(({ DocNumber }) => DocNumber === '1017')
    await company.write('payment', {
      CustomerRef: invoice?.CustomerRef,
      TotalAmt: 40,
      Line: [{ Amount: 40, LinkedTxn: [{ TxnId: invoice?.Id, TxnType: 'Invoice' }] }],
    })
    const { body } = await historyOf('1017')
    expect(body.payments).toMatchObject([{ amount: 40, totalAmount: 40, currency: 'EUR' }])
  })

  it('says nothing of QuickBooks in the ids it hands out', async () => {
    const first = (await search('1002')).body.matchedInvoice.id
    const second = (await search('1002')).body.matchedInvoice.id
    expect(first).not.toBe(second)
    expect(first.length).toBeGreaterThan(60)
  })

  it.each([
    ['a number that does not exist', '9999', '2026-01-01'],
    ['the wrong day', '1002', '2020-01-01'],
    ['a number longer than any', 'x'.repeat(200), '2026-01-01'],
    ['a query in disguise', "1002' OR TxnDate > '2000-01-01", '2026-01-01'],
    ['a wildcard', '%', '2026-01-01'],
  ])('answers %s with the one miss', async (_what, number, date) => {
    const { status, body } = await search(number, date)
    expect([status, body]).toEqual([404, MISS])
  })

  it('wants number and date', async () => {
    const missing = await desk.call(searchInvoice, { body: { invoiceNumber: '', date: '' } })
    expect([missing.status, missing.body.field]).toEqual([400, 'invoiceNumber'])
    const noDay = await search('1002', '2026-02-31')
    expect([noDay.status, noDay.body.field]).toEqual([400, 'date'])
  })

  it('refuses an address that searches too often, whatever addresses it makes up', async () => {
    const statuses: number[] = []
    for (let count = 0; count < 60; count += 1) {
      const from = `192.0.2.${count}, 203.0.113.9`
      const body = { invoiceNumber: `N-${count}`, date: '2026-01-01' }
      statuses.push((await desk.call(searchInvoice, { from, body })).status)
    }
    expect(statuses.slice(0, 5)).toEqual(Array(5).fill(404))
    expect(statuses.slice(5, 20)).toEqual(Array(15).fill(403))
    expect(statuses.slice(20)).toEqual(Array(40).fill(429))
  })

  it('asks everyone for a human check about a number that strangers guess at, and refuses no one', async () => {
    const from = '203.0.113.11'
    const owner = { invoiceNumber: '1015', date: dates.get('1015') }
    const guess = { ...owner, date: NO_DAY }
    const codes: string[] = []
    for (let count = 0; count < 30; count += 1) {
      // The owner was wrong a few times as well, so that their address and the number both need the check.
      const options = count < 5 ? { from, body: guess } : { body: guess }
      codes.push((await desk.call(searchInvoice, options)).body.code)
    }
    expect(codes).toEqual(Array(30).fill('invoice_not_found'))
    const more = await Promise.all(Array.from({ length: 30 }, () => search('1015', NO_DAY)))
    expect(new Set(more.map(({ body }) => body.code))).toEqual(new Set(['human_check_required']))
    expect((await search('1015')).body.code).toBe('human_check_required')
    const captchaToken = await passHumanCheck(desk, { action: HUMAN_CHECK_SEARCH })
    const body = { ...owner, captchaToken }
    expect((await desk.call(searchInvoice, { from, body })).status).toBe(200)
  })

  it('asks for a human check in a burst as well, by number and by address', async () => {
    const { invoices } = desk.desk.dependencies.quickbooks.for('visitors')
    const burst = (calls: readonly (() => Promise<Answer>)[]) =>
      codesOfBurst(invoices, 'findByNumberAndDate', calls)
    const days = Array.from({ length: 50 }, (_, n) => `19${n + 10}-01-01`)
    expect(await burst(days.map((day) => () => search('1013', day)))).toEqual([
      ...Array(20).fill('human_check_required'),
      ...Array(30).fill('invoice_not_found'),
    ])
    const from = '203.0.113.12'
    const found = { invoiceNumber: '1012', date: dates.get('1012') }
    for (let count = 0; count < 6; count += 1) {
      expect((await desk.call(searchInvoice, { from, body: found })).status).toBe(200)
    }
    const misses = days.slice(0, 14).map((date) => () => {
      const body = { invoiceNumber: `BURST-${date}`, date }
      return desk.call(searchInvoice, { from, body })
    })
    expect(await burst(misses)).toEqual([
      ...Array(9).fill('human_check_required'),
      ...Array(5).fill('invoice_not_found'),
    ])
  })

  it('counts no search by number that finds its invoice', async () => {
    for (let round = 0; round < 2; round += 1) {
      const found = await Promise.all(Array.from({ length: 16 }, () => search('1014')))
      expect(new Set(found.map(({ status }) => status))).toEqual(new Set([200]))
    }
  })

  it('asks for a human check after five misses, and goes on with one', async () => {
    const from = '203.0.113.10'
    const miss = { invoiceNumber: '9999', date: '2026-01-01' }
    for (let count = 0; count < 5; count += 1) await desk.call(searchInvoice, { from, body: miss })
    const body = { invoiceNumber: '1002', date: dates.get('1002') }
    const asked = await desk.call(searchInvoice, { from, body })
    expect([asked.status, asked.body.code]).toEqual([403, 'human_check_required'])
    const wrong = await passHumanCheck(desk, { action: 'submit_invoice' })
    const refused = await desk.call(searchInvoice, { from, body: { ...body, captchaToken: wrong } })
    expect([refused.status, refused.body.code]).toEqual([403, 'not_human'])
    const captchaToken = await passHumanCheck(desk, { action: HUMAN_CHECK_SEARCH })
    expect((await desk.call(searchInvoice, { from, body: { ...body, captchaToken } })).status).toBe(
      200,
    )
  })

  it('tells visitors only that it failed', async () => {
    await company.fault('error', '/query', 3)
    const { status, body } = await search('1003')
    expect([status, body]).toEqual([
      502,
      { error: 'Failed to search for invoice', code: 'invoice_search_failed' },
    ])
  })
})

describe('payment history', () => {
  it('shows a card payment with its provider id', async () => {
    const { body } = await historyOf('1001')
    expect(body.payments).toEqual([
      {
        id: expect.any(String),
        date: expect.any(String),
        amount: 1140,
        method: 'stripe',
        memo: 'Stripe payment (ID: pi_3Sample1001HarborFinch)',
        creditMemos: [],
        isMultiInvoicePayment: false,
        totalAmount: 1140,
        currency: 'USD',
      },
    ])
  })

  it('shows the part and the total of a payment over several invoices', async () => {
    const { body } = await historyOf('1005')
    expect(body.payments).toMatchObject([
      { amount: 570, totalAmount: 1495, isMultiInvoicePayment: true, method: 'Check' },
    ])
  })

  it('shows a credit memo that was used', async () => {
    const { body } = await historyOf('1012')
    expect(body.payments).toMatchObject([
      {
        method: 'credit_memo',
        amount: 190,
        totalAmount: 0,
        creditMemos: [{ number: 'CM-101', amount: 190 }],
      },
    ])
  })

  it('knows the wallet, and keeps private notes private', async () => {
    expect((await historyOf('1011')).body.payments).toMatchObject([{ method: 'paypal' }])
    expect((await historyOf('1002')).body.payments).toMatchObject([{ method: 'Check', memo: '' }])
  })

  it('of one invoice that several ask for at the same time is read once', async () => {
    const { dependencies } = desk.desk
    const found = [await search('1005'), await search('1005')]
    const { invoices } = dependencies.quickbooks.for('visitors')
    const { listByIds } = invoices
    let reads = 0
    const counted: typeof listByIds = (ids) => {
      reads += 1
      return listByIds(ids)
    }
    Object.assign(invoices, { listByIds: counted })
    try {
      const service = createInvoiceSearch(dependencies)
      const ask = () =>
        Promise.all(found.map(({ body }) => service.listHistory(body.matchedInvoice.id)))
      const [one, other] = await ask()
      expect([reads, one?.length, one]).toEqual([1, 1, other])
      await ask()
      expect(reads).toBe(2)
    } finally {
      Object.assign(invoices, { listByIds })
    }
  })

  it('is empty for an invoice without payments', async () => {
    expect((await historyOf('1016')).body).toEqual({ payments: [] })
  })

  it('opens only for ids that a search handed out within the hour', async () => {
    const { config } = desk.desk.dependencies
    const ref = { realmId: HARBOR, customerId: '14', invoiceId: '101' }
    const old = createInvoiceIds(config.keyring, () => Date.now() - 3_601_000).seal(ref)
    const foreign = createInvoiceIds({ current: Buffer.alloc(32, 1), previous: [] }).seal(ref)
    const swapped = createInvoiceIds(config.keyring).seal({ ...ref, customerId: '0' })
    const otherCompany = createInvoiceIds(config.keyring).seal({ ...ref, realmId: '1' })
    const genuine = (await search('1003')).body.matchedInvoice.id
    const altered = `${genuine.slice(0, -3)}AAA`
    for (const invoiceId of ['101', 'x', old, foreign, swapped, otherCompany, altered]) {
      const { status, body } = await desk.call(listPaymentHistory, { body: { invoiceId } })
      expect([status, body]).toEqual([404, MISS])
    }
  })

  it('asks for a human check after five misses, and goes on with one', async () => {
    const from = '203.0.113.10'
    const miss = { invoiceNumber: '9999', date: '2026-01-01' }
    for (let count = 0; count < 5; count += 1) await desk.call(searchInvoice, { from, body: miss })
    const body = { invoiceNumber: '1002', date: dates.get('1002') }
    const asked = await desk.call(searchInvoice, { from, body })
    expect([asked.status, asked.body.code]).toEqual([403, 'human_check_required'])
    const wrong = await passHumanCheck(desk, { action: 'submit_invoice' })
    const refused = await desk.call(searchInvoice, { from, body: { ...body, captchaToken: wrong } })
    expect([refused.status, refused.body.code]).toEqual([403, 'not_human'])
    const captchaToken = await passHumanCheck(desk, { action: HUMAN_CHECK_SEARCH })
    expect((await desk.call(searchInvoice, { from, body: { ...body, captchaToken } })).status).toBe(
      200,
    )
  })

  it('tells visitors only that it failed', async () => {
    const { body } = await search('1003')
    await company.throwSwitch('kill-refresh-tokens')
    const failed = await desk.call(listPaymentHistory, {
      body: { invoiceId: body.matchedInvoice.id },
    })
    expect([failed.status, failed.body]).toEqual([
      502,
      { error: 'Failed to fetch payment history', code: 'payment_history_failed' },
    ])
  })
})
