// Tests that customers can look up invoices and learn nothing else.
import { searchInvoice } from '@invoice-desk/contract/customer-invoices/customer-invoices'
import { HUMAN_CHECK_SEARCH } from '@invoice-desk/contract/http/human-check'
import type { Answer } from '@invoice-desk/testing/http/caller'
import { passHumanCheck } from '@invoice-desk/testing/sandbox/human-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codesOfBurst } from '../support/burst.ts'
import { MISS, openInvoices } from '../support/invoices.ts'

let books: Awaited<ReturnType<typeof openInvoices>>
beforeAll(async () => {
  books = await openInvoices()
})
afterAll(() => books.desk.close())

const NO_DAY = '2020-01-01'

describe('searching', () => {
  it('finds the invoice with its customer and all other invoices of that customer', async () => {
    const { status, body } = await books.search('1002')
    expect(status).toBe(200)
    expect(body.customer).toEqual({ name: 'Aspen Ridge Dental' })
    expect(body.matchedInvoice).toEqual({
      id: expect.any(String),
      invoiceNumber: '1002',
      isPrivate: true,
      date: books.dates.get('1002'),
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
    const found = await books.search('1017')
    expect(found.body.customer).toEqual({ name: 'Galerie Lindenhof' })
    expect(found.body.matchedInvoice).toMatchObject({ amount: 840, balance: 840, currency: 'EUR' })
    const invoice = (await books.company.state()).invoices?.find(
      ({ DocNumber }) => DocNumber === '1017',
    )
    await books.company.write('payment', {
      CustomerRef: invoice?.CustomerRef,
      TotalAmt: 40,
      Line: [{ Amount: 40, LinkedTxn: [{ TxnId: invoice?.Id, TxnType: 'Invoice' }] }],
    })
    const { body } = await books.historyOf('1017')
    expect(body.payments).toMatchObject([{ amount: 40, totalAmount: 40, currency: 'EUR' }])
  })

  it('reveals nothing about QuickBooks in its ids', async () => {
    const first = (await books.search('1002')).body.matchedInvoice.id
    const second = (await books.search('1002')).body.matchedInvoice.id
    expect(first).not.toBe(second)
    expect(first.length).toBeGreaterThan(60)
  })

  it.each([
    ['a number that does not exist', '9999', '2026-01-01'],
    ['the wrong day', '1002', '2020-01-01'],
    ['a very long number', 'x'.repeat(200), '2026-01-01'],
    ['an injected query', "1002' OR TxnDate > '2000-01-01", '2026-01-01'],
    ['a wildcard', '%', '2026-01-01'],
  ])('gives the same error for %s', async (_what, number, date) => {
    const { status, body } = await books.search(number, date)
    expect([status, body]).toEqual([404, MISS])
  })

  it('requires number and date', async () => {
    const missing = await books.desk.call(searchInvoice, {
      body: { invoiceNumber: '', date: '' },
    })
    expect([missing.status, missing.body.field]).toEqual([400, 'invoiceNumber'])
    const noDay = await books.search('1002', '2026-02-31')
    expect([noDay.status, noDay.body.field]).toEqual([400, 'date'])
  })

  it('refuses an address that searches too often, even with forged headers', async () => {
    const statuses: number[] = []
    for (let count = 0; count < 60; count += 1) {
      const from = `192.0.2.${count}, 203.0.113.9`
      const body = { invoiceNumber: `N-${count}`, date: '2026-01-01' }
      statuses.push((await books.desk.call(searchInvoice, { from, body })).status)
    }
    expect(statuses.slice(0, 5)).toEqual(Array(5).fill(404))
    expect(statuses.slice(5, 20)).toEqual(Array(15).fill(403))
    expect(statuses.slice(20)).toEqual(Array(40).fill(429))
  })

  it('requires a human check for a number that someone is guessing, but never locks out its owner', async () => {
    const from = '203.0.113.11'
    const owner = { invoiceNumber: '1015', date: books.dates.get('1015') }
    const guess = { ...owner, date: NO_DAY }
    const codes: string[] = []
    for (let count = 0; count < 30; count += 1) {
      // The owner also failed a few times, so both their address and the number require the check.
      const options = count < 5 ? { from, body: guess } : { body: guess }
      codes.push((await books.desk.call(searchInvoice, options)).body.code)
    }
    expect(codes).toEqual(Array(30).fill('invoice_not_found'))
    const more = await Promise.all(Array.from({ length: 30 }, () => books.search('1015', NO_DAY)))
    expect(new Set(more.map(({ body }) => body.code))).toEqual(new Set(['human_check_required']))
    expect((await books.search('1015')).body.code).toBe('human_check_required')
    const captchaToken = await passHumanCheck(books.desk, { action: HUMAN_CHECK_SEARCH })
    const body = { ...owner, captchaToken }
    expect((await books.desk.call(searchInvoice, { from, body })).status).toBe(200)
  })

  it('requires a human check during a burst, by number and by address', async () => {
    const { invoices } = books.desk.desk.dependencies.quickbooks.for('visitors')
    const burst = (calls: readonly (() => Promise<Answer>)[]) =>
      codesOfBurst(invoices, 'findByNumberAndDate', calls)
    const days = Array.from({ length: 50 }, (_, n) => `19${n + 10}-01-01`)
    expect(await burst(days.map((day) => () => books.search('1013', day)))).toEqual([
      ...Array(20).fill('human_check_required'),
      ...Array(30).fill('invoice_not_found'),
    ])
    const from = '203.0.113.12'
    const found = { invoiceNumber: '1012', date: books.dates.get('1012') }
    for (let count = 0; count < 6; count += 1) {
      expect((await books.desk.call(searchInvoice, { from, body: found })).status).toBe(200)
    }
    const misses = days.slice(0, 14).map((date) => () => {
      const body = { invoiceNumber: `BURST-${date}`, date }
      return books.desk.call(searchInvoice, { from, body })
    })
    expect(await burst(misses)).toEqual([
      ...Array(9).fill('human_check_required'),
      ...Array(5).fill('invoice_not_found'),
    ])
  })

  it('does not count searches that find their invoice', async () => {
    for (let round = 0; round < 2; round += 1) {
      const found = await Promise.all(Array.from({ length: 16 }, () => books.search('1014')))
      expect(new Set(found.map(({ status }) => status))).toEqual(new Set([200]))
    }
  })

  it('requires a human check after five failed searches', async () => {
    const from = '203.0.113.10'
    const miss = { invoiceNumber: '9999', date: '2026-01-01' }
    for (let count = 0; count < 5; count += 1)
      await books.desk.call(searchInvoice, { from, body: miss })
    const body = { invoiceNumber: '1002', date: books.dates.get('1002') }
    const challenged = await books.desk.call(searchInvoice, { from, body })
    expect([challenged.status, challenged.body.code]).toEqual([403, 'human_check_required'])
    const wrong = await passHumanCheck(books.desk, { action: 'submit_invoice' })
    const refused = await books.desk.call(searchInvoice, {
      from,
      body: { ...body, captchaToken: wrong },
    })
    expect([refused.status, refused.body.code]).toEqual([403, 'not_human'])
    const captchaToken = await passHumanCheck(books.desk, { action: HUMAN_CHECK_SEARCH })
    expect(
      (await books.desk.call(searchInvoice, { from, body: { ...body, captchaToken } })).status,
    ).toBe(200)
  })

  it('counts searches that fail while QuickBooks is down, so no one can guess then either', async () => {
    const from = '203.0.113.77'
    const search = (invoiceNumber: string) =>
      books.desk.call(searchInvoice, { from, body: { invoiceNumber, date: NO_DAY } })
    await books.company.fault('error', '/query', 1_000)
    const codes: string[] = []
    for (let count = 0; count < 6; count += 1) codes.push((await search(`DOWN-${count}`)).body.code)
    await books.company.clearFaults()
    expect(codes).toEqual([...Array(5).fill('invoice_search_failed'), 'human_check_required'])
  })

  it('tells visitors only that it failed', async () => {
    await books.company.fault('error', '/query', 3)
    const { status, body } = await books.search('1003')
    expect([status, body]).toEqual([
      502,
      { error: 'Failed to search for invoice', code: 'invoice_search_failed' },
    ])
  })
})
