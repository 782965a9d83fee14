// Tests that customers get the PDF that QuickBooks makes of an invoice, complete or not at all.
import { downloadInvoicePdf } from '@invoice-desk/contract/customer-invoices/invoice-details'
import { passFor } from '@invoice-desk/testing/payments/customer-pass'
import { TIDEWATER } from '@invoice-desk/testing/quickbooks/connect'
import { callsOf } from '@invoice-desk/testing/sandbox/calls'
import { setFault } from '@invoice-desk/testing/sandbox/control'
import { sql } from 'drizzle-orm'
import { extractText } from 'unpdf'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createInvoiceIds } from '../../src/secrets/invoice-id.ts'
import { openInvoices } from '../support/invoices.ts'

let books: Awaited<ReturnType<typeof openInvoices>>
beforeAll(async () => {
  books = await openInvoices({ RATE_LIMIT_FACTOR: '1000' })
  await books.company.refreshCopy()
})
afterAll(() => books.desk.close())
beforeEach(() => books.company.clearFaults())

const idOf = async (number: string): Promise<string> =>
  (await books.search(number)).body.matchedInvoice.id
const db = () => books.desk.desk.dependencies.database.db
const urlOf = (id: string) =>
  `${books.desk.url}${downloadInvoicePdf.path}?invoice=${encodeURIComponent(id)}`
const open = (id: string) => fetch(urlOf(id), { headers: passFor(books.desk, id) })
const get = async (number: string) => open(await idOf(number))
const call = (id: string) =>
  books.desk.call(downloadInvoicePdf, {
    query: { invoice: id },
    headers: passFor(books.desk, id),
  })
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())
const textOf = async (response: Response) =>
  (await extractText(new Uint8Array(await response.arrayBuffer()), { mergePages: true })).text
const recordOf = async (number: string) => {
  const { invoices = [] } = await books.company.state()
  const found = invoices.find(({ DocNumber }) => DocNumber === number)
  if (!found) throw new Error('no invoice')
  return found
}
const pdfCalls = async (since: number) =>
  (await callsOf(books.desk.sandbox, since)).filter(({ path }) => path.includes('/pdf'))

const FAILED = "We can't load this. Please try again in a moment."
const BUSY = "We can't load this. We're very busy right now. Please try again in a minute."

describe('the PDF of an invoice', () => {
  it('is what QuickBooks makes of it, for the browser to show and not to keep', async () => {
    const response = await get('1008')
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'inline; filename="invoice-1008.pdf"',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    })
    const text = await textOf(response)
    expect(text).toContain('Autumn menu, layout and print files')
    expect(text).toContain('$400.00')
  })

  it('costs one call for two requests', async () => {
    const since = Date.now()
    const first = await bytesOf(await get('1010'))
    const second = await bytesOf(await get('1010'))
    expect(second.equals(first)).toBe(true)
    expect(await pdfCalls(since)).toHaveLength(1)
  })

  it('costs one call for six requests at once', async () => {
    const id = await idOf('1009')
    await setFault(books.desk, {
      provider: 'quickbooks',
      mode: 'slow',
      match: '/pdf',
      delayMs: 300,
      times: null,
    })
    const since = Date.now()
    const answers = await Promise.all(
      Array.from({ length: 6 }, async () => bytesOf(await open(id))),
    )
    expect(new Set(answers.map((each) => each.toString('latin1')))).toHaveProperty('size', 1)
    expect(await pdfCalls(since)).toHaveLength(1)
  })

  it('has the new balance after a payment', async () => {
    expect(await textOf(await get('1003'))).not.toContain('$1.25')
    const { Id, CustomerRef, Balance } = await recordOf('1003')
    const amount = Number(Balance) - 1.25
    await books.company.write('payment', {
      CustomerRef,
      TotalAmt: amount,
      Line: [{ Amount: amount, LinkedTxn: [{ TxnId: Id, TxnType: 'Invoice' }] }],
    })
    await books.company.refreshCopy()
    expect(await textOf(await get('1003'))).toContain('$1.25')
  })

  it('is only for the customer to whom the invoice belongs now', async () => {
    const id = await idOf('1002')
    const [invoice, other] = [await recordOf('1002'), await recordOf('1008')]
    await books.company.write('invoice', { ...invoice, CustomerRef: other.CustomerRef })
    const since = Date.now()
    expect((await open(id)).status).toBe(404)
    expect(await pdfCalls(since)).toEqual([])
    await books.company.refreshCopy()
    expect((await get('1002')).status).toBe(200)
    // Back to the first customer, who must not get what was made for the other one.
    const moved = await recordOf('1002')
    await books.company.write('invoice', { ...moved, CustomerRef: invoice.CustomerRef })
    await books.company.refreshCopy()
    expect((await get('1002')).status).toBe(200)
    expect(await pdfCalls(since)).toHaveLength(2)
  })

  it('is refused if QuickBooks does not say whose invoice it is', async () => {
    const id = await idOf('1017')
    await books.company.fault('error', '/query', 10)
    const since = Date.now()
    const { status, body } = await call(id)
    expect([status, body]).toMatchObject([502, { code: 'invoice_details_failed', error: FAILED }])
    expect(await pdfCalls(since)).toEqual([])
  })

  it('survives an expired token and one failure', async () => {
    await books.company.fault('expire-token', '/pdf')
    expect((await get('1011')).status).toBe(200)
    await books.company.throwSwitch('expire-access-tokens')
    expect((await get('1012')).status).toBe(200)
    await books.company.fault('cut', '/pdf')
    expect(await textOf(await get('1013'))).toContain('1013')
  })

  it('is visibly incomplete if it breaks off, and complete the next time', async () => {
    await books.company.fault('cut-midway', '/pdf')
    const broken = await get('1014')
    await expect(bytesOf(broken)).rejects.toThrow()
    expect(await textOf(await get('1014'))).toContain('1014')
  })

  it.each([
    ['error', FAILED],
    ['garble', FAILED],
    ['throttle', BUSY],
  ] as const)('is refused in our words if QuickBooks answers with %s', async (mode, error) => {
    await books.company.fault(mode, '/pdf', 10)
    const { status, body } = await call(await idOf('1015'))
    expect([status, body]).toMatchObject([502, { code: 'invoice_details_failed', error }])
    await db().execute(sql`DELETE FROM qbo_pace`)
  })

  it('needs an id from a search of this company and customer', async () => {
    const { keyring } = books.desk.desk.dependencies.config
    const ref = createInvoiceIds(keyring).open(await idOf('1008'))
    if (!ref) throw new Error('no id')
    const since = Date.now()
    for (const change of [{ customerId: '0' }, { realmId: TIDEWATER }, { invoiceId: '1' }]) {
      const id = createInvoiceIds(keyring).seal({ ...ref, ...change })
      expect((await open(id)).status).toBe(404)
    }
    expect((await open('x')).status).toBe(404)
    expect(await pdfCalls(since)).toEqual([])
  })

  it('is not found once QuickBooks has deleted the invoice', async () => {
    const id = await idOf('1016')
    const { Id, SyncToken } = await recordOf('1016')
    await books.company.write('invoice?operation=delete', { Id, SyncToken })
    expect((await open(id)).status).toBe(404)
  })
})
