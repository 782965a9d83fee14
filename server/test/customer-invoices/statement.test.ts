// Tests that a customer's statement lists what's open and what was paid recently, with aging, as PDF and CSV.
import { searchInvoice } from '@invoice-desk/contract/customer-invoices/customer-invoices'
import {
  downloadStatementCsv,
  downloadStatementPdf,
} from '@invoice-desk/contract/customer-invoices/invoice-details'
import { addDays, businessDay } from '@invoice-desk/contract/values/business-day'
import { formatDate } from '@invoice-desk/contract/values/dates'
import { countStatements } from '@invoice-desk/testing/app/statements'
import { passFor } from '@invoice-desk/testing/payments/customer-pass'
import { invoiceFields } from '@invoice-desk/testing/quickbooks/books'
import { type Company, openCompany } from '@invoice-desk/testing/quickbooks/company'
import { HARBOR, TIDEWATER } from '@invoice-desk/testing/quickbooks/connect'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createInvoiceIds } from '../../src/secrets/invoice-id.ts'
import { areFontsEmbedded, pagesOf } from '../support/pdf-text.ts'

let company: Company
let customer: string
/** Ids by number. */
const ids = new Map<string, string>()
const TODAY = businessDay(Date.now(), 'America/New_York')

beforeAll(async () => {
  company = await openCompany({
    BUSINESS_ADDRESS: '1 Wharf Street; Astoria, OR 97103',
    RATE_LIMIT_FACTOR: '1000',
  })
  await company.startOver()
  await company.throwSwitch('webhooks', { mode: 'off' })
  customer = (
    await company.write('customer', {
      DisplayName: 'Mooring & Sons',
      BillAddr: { Line1: '4 Quay Road', City: 'Newport', CountrySubDivisionCode: 'OR' },
    })
  ).Id
  await addInvoice('S-1', 100, -150, -120)
  await addInvoice('S-2', 200, -60, -30)
  await addInvoice('=S-3', 300.5, -40, -31)
  await addInvoice('S-4', 50, -10, 20)
  await addInvoice('S-5', 80, -200, -170)
  await addInvoice('S-6', 70, -300, -270)
  await pay('S-2', 150, -5)
  await pay('S-5', 80, -90)
  await pay('S-6', 70, -91)
  await company.refreshCopy()
})
afterAll(() => company.desk.close())

const addInvoice = async (number: string, amount: number, day: number, due: number) => {
  const dates = { date: addDays(TODAY, day), dueDate: addDays(TODAY, due) }
  const { Id } = await company.write(
    'invoice',
    invoiceFields({ customer, number, amount, ...dates }),
  )
  ids.set(number, Id)
}
const pay = (number: string, amount: number, day: number) =>
  company.write('payment', {
    CustomerRef: { value: customer },
    TotalAmt: amount,
    TxnDate: addDays(TODAY, day),
    Line: [{ Amount: amount, LinkedTxn: [{ TxnId: ids.get(number), TxnType: 'Invoice' }] }],
  })
const sealed = (change: Record<string, string> = {}) => {
  const invoiceId = ids.get('S-1') ?? ''
  const ref = { realmId: HARBOR, customerId: customer, invoiceId, ...change }
  return createInvoiceIds(company.desk.desk.dependencies.config.keyring).seal(ref)
}
const get = (endpoint: typeof downloadStatementPdf | typeof downloadStatementCsv, id = sealed()) =>
  fetch(`${company.desk.url}${endpoint.path}?invoice=${encodeURIComponent(id)}`, {
    headers: passFor(company.desk, id),
  })
const readCsv = async () => (await (await get(downloadStatementCsv)).text()).trim().split('\r\n')
const readPdf = async () => Buffer.from(await (await get(downloadStatementPdf)).arrayBuffer())
const db = () => company.desk.desk.dependencies.database.db
/** Adds copies of S-1 to our copy of QuickBooks, each a day older than the one before. */
const addMany = (count: number) =>
  db().execute(sql`
    INSERT INTO qbo_record (realm_id, kind, id, updated_at, sync_token, data)
    SELECT realm_id, kind, 'many-' || n, updated_at, sync_token, data || jsonb_build_object(
      'id', 'many-' || n, 'number', 'M-' || n, 'date', ((data ->> 'date')::date - n)::text)
    FROM qbo_record, generate_series(1, ${count}::int) AS n
    WHERE kind = 'invoice' AND id = ${ids.get('S-1')}`)
const removeMany = () => db().execute(sql`DELETE FROM qbo_record WHERE id LIKE 'many-%'`)
const day = (days: number) => addDays(TODAY, days)

/** What a statement lists, oldest first. S-6 was paid too long ago. */
const ROWS = () => [
  `S-5,${day(-200)},${day(-170)},USD,80.00,80.00,0.00,0,Paid`,
  `S-1,${day(-150)},${day(-120)},USD,100.00,0.00,100.00,120,Over 90 days`,
  `S-2,${day(-60)},${day(-30)},USD,200.00,150.00,50.00,30,1–30 days`,
  `'=S-3,${day(-40)},${day(-31)},USD,300.50,0.00,300.50,31,31–60 days`,
  `S-4,${day(-10)},${day(20)},USD,50.00,0.00,50.00,0,Current`,
]

/** Without the last column. */
const withoutTime = (row: string) => row.slice(0, row.lastIndexOf(','))

describe('the statement', () => {
  it('lists open and recently paid invoices as CSV, safe for spreadsheets', async () => {
    const response = await get(downloadStatementCsv)
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="statement-${TODAY}.csv"`,
    )
    const [title, ...rows] = await readCsv()
    expect(title).toMatch(
      /Invoice,Date,Due date,Currency,Amount,Paid or credited,Balance,Days past due,Aging,As of$/,
    )
    expect(rows.map(withoutTime)).toEqual(ROWS())
  })

  it('shows the business, the customer, the aging and how to pay as PDF', async () => {
    const response = await get(downloadStatementPdf)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="statement-${TODAY}.pdf"`,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
    const pdf = await readPdf()
    expect(areFontsEmbedded(pdf)).toBe(true)
    const pages = pagesOf(pdf)
    expect(pages).toHaveLength(1)
    const date = formatDate(TODAY)
    expect(pages[0]?.split('\n').filter(Boolean)).toEqual([
      'Harbor & Finch Studio',
      ...['1 Wharf Street', 'Astoria, OR 97103'],
      'billing@harborfinch.example',
      ...['Statement', date],
      ...['Statement for', 'Mooring & Sons', '4 Quay Road', 'Newport, OR'],
      ...['Total due', '$500.50'],
      expect.stringContaining(`Pay online at ${company.desk.url}/pay-invoice`),
      ...['Current', '1–30 days', '31–60 days', '61–90 days', 'Over 90 days', 'Total'],
      ...['$50.00', '$50.00', '$300.50', '$0.00', '$100.00', '$500.50'],
      ...['Invoice', 'Date', 'Due date', 'Amount', 'Paid or credited', 'Balance', 'Past due'],
      ...['S-5', formatDate(day(-200)), formatDate(day(-170)), '$80.00', '$80.00', '$0.00', 'Paid'],
      ...['S-1', formatDate(day(-150)), formatDate(day(-120)), '$100.00', '$0.00', '$100.00'],
      '120 days',
      ...['S-2', formatDate(day(-60)), formatDate(day(-30)), '$200.00', '$150.00', '$50.00'],
      '30 days',
      ...['=S-3', formatDate(day(-40)), formatDate(day(-31)), '$300.50', '$0.00', '$300.50'],
      '31 days',
      ...['S-4', formatDate(day(-10)), formatDate(day(20)), '$50.00', '$0.00', '$50.00'],
      'Questions? billing@harborfinch.example',
      `Statement ${date}, page 1 of 1`,
    ])
  })

  it('needs one statement from the copy, one that counts the call, and one that checks the pass', async () => {
    await readCsv()
    expect((await countStatements(company.desk, readCsv)).statements).toBe(3)
  })

  it('repeats the column titles on each page, and counts the pages', async () => {
    await addMany(100)
    const pages = pagesOf(await readPdf())
    await removeMany()
    expect(pages.length).toBeGreaterThan(2)
    for (const [index, page] of pages.entries()) {
      expect(page).toContain('Past due')
      expect(page).toContain(`page ${index + 1} of ${pages.length}`)
    }
    for (let n = 1; n <= 100; n += 1) {
      expect(pages.filter((page) => page.split('\n').includes(`M-${n}`))).toHaveLength(1)
    }
  })

  it('has the oldest invoices if there are very many, but all of them in the totals', async () => {
    await addMany(5_000)
    const pages = pagesOf(await readPdf())
    const [, ...rows] = await readCsv()
    await removeMany()
    const text = pages.join('\n').replaceAll('\n', ' ')
    expect(text).toContain(
      'Only the 500 oldest open invoices are listed. The totals include all of them. The CSV file has the 5,000 oldest.',
    )
    expect(text).toContain('Total due $500,500.50')
    expect(text.match(/M-\d+/g)).toEqual(Array.from({ length: 500 }, (_, n) => `M-${5_000 - n}`))
    const numbers = rows.map((row) => row.split(',')[0])
    expect(numbers.slice(0, 2)).toEqual(['M-5000', 'M-4999'])
    expect(numbers).toHaveLength(5_000 + ['S-5', 'note'].length)
    expect(numbers).toContain('S-5')
    expect(rows.at(-1)).toBe('"Only the 5,000 oldest open invoices are listed."')
  })

  it('is drawn one at a time, and refused if too many wait', async () => {
    await addMany(60)
    const answers = await Promise.all(Array.from({ length: 20 }, () => get(downloadStatementPdf)))
    await removeMany()
    const statuses = answers.map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([200, 502]))
    expect(await answers.find(({ status }) => status === 502)?.json()).toEqual({
      code: 'invoice_details_failed',
      error: "We can't load this. We're very busy right now. Please try again in a minute.",
    })
  })

  it('fits on the page with a very long name and address', async () => {
    const long = Array.from({ length: 40 }, () => 'Wharf 7,').join(' ')
    const billTo = JSON.stringify(Array.from({ length: 40 }, (_, n) => `${n} ${long}`))
    await db().execute(sql`
      UPDATE qbo_record SET data = data || jsonb_build_object('billTo', ${billTo}::jsonb)
      WHERE id = ${ids.get('S-4')} AND kind = 'invoice'`)
    const pages = pagesOf(await readPdf())
    expect(pages).toHaveLength(1)
    expect(pages[0]).toContain('5 Wharf 7,')
    expect(pages[0]).not.toContain('6 Wharf 7,')
    expect(pages[0]).toContain('…')
  })

  it('keeps currencies apart', async () => {
    await db().execute(sql`
      UPDATE qbo_record SET data = data || '{"currency": "EUR"}' WHERE id = ${ids.get('S-4')}`)
    const [page] = pagesOf(await readPdf())
    const lines = page?.split('\n').filter(Boolean) ?? []
    expect(lines.join()).toContain('Total due,$450.50,€50.00')
    expect(lines.join()).toContain('USD,$0.00,$50.00,$300.50,$0.00,$100.00,$450.50')
    expect(lines.join()).toContain('EUR,€50.00,€0.00,€0.00,€0.00,€0.00,€50.00')
    expect(lines.join()).toContain('Please pay other currencies by bank transfer.')
  })

  it('is the same from QuickBooks while the copy is empty', async () => {
    await company.connect()
    expect((await readCsv()).slice(1).map(withoutTime)).toEqual(ROWS())
    await company.refreshCopy()
  })

  it('says as of when while QuickBooks is down', async () => {
    await company.fault('error', '', 10_000)
    await company.refreshCopy()
    expect(pagesOf(await readPdf())[0]).toMatch(/Amounts as of .+ Later payments may be missing\./)
    const { rows } = await db().execute(sql`SELECT checked_at FROM qbo_copy`)
    const asOf = new Date(String(rows[0]?.checked_at)).toISOString()
    for (const row of (await readCsv()).slice(1)) expect(row.split(',').at(-1)).toBe(asOf)
    await company.clearFaults()
    await company.refreshCopy()
  })

  it('needs an id from a search of this company and customer', async () => {
    const endpoints = [downloadStatementPdf, downloadStatementCsv]
    const changes = [{ customerId: '1' }, { realmId: TIDEWATER }, { invoiceId: '1' }]
    for (const endpoint of endpoints) {
      for (const id of ['x', ...changes.map(sealed)]) {
        const response = await get(endpoint, id)
        expect(response.status).toBe(404)
        expect(await response.json()).toMatchObject({ code: 'invoice_not_found' })
      }
    }
  })
})

describe('unapplied credit', () => {
  const search = (number: string, date: string) =>
    company.desk.call(searchInvoice, { body: { invoiceNumber: number, date } })
  const addPayment = async (TotalAmt: number, Line: object[] = []) => {
    await company.write('payment', { CustomerRef: { value: customer }, TotalAmt, Line })
    await company.refreshCopy()
  }

  it('is listed by the statement, and subtracted from the total', async () => {
    await addPayment(60.5)
    const text =
      pagesOf(await readPdf())[0]
        ?.split('\n')
        .filter(Boolean)
        .join() ?? ''
    expect(text).toContain('Total due,$440.00,After $60.50 in unapplied credit')
    expect(text).toContain('Unapplied credit,-$60.50')
    const credit = 'Unapplied credit,,,USD,,,-60.50,,'
    expect((await readCsv()).slice(1).map(withoutTime)).toEqual([...ROWS(), credit])
  })

  it("is named by a search, which doesn't change the balances", async () => {
    const applied = { Amount: 50, LinkedTxn: [{ TxnId: ids.get('S-4'), TxnType: 'Invoice' }] }
    await addPayment(70, [applied])
    const { body } = await search('S-1', day(-150))
    expect(body.unappliedCredits).toEqual([{ balance: 80.5, currency: 'USD' }])
    expect(body.matchedInvoice).toMatchObject({ amount: 100, balance: 100 })
  })

  it("isn't that of another customer", async () => {
    const [invoice] = (await company.state()).invoices ?? []
    const { status, body } = await search(String(invoice?.DocNumber), String(invoice?.TxnDate))
    expect(status).toBe(200)
    expect(body).not.toHaveProperty('unappliedCredits')
  })
})
