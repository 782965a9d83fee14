// Tests that customers see what is on an invoice from their search, and nothing of other customers.
import { readInvoiceDetails } from '@invoice-desk/contract/customer-invoices/invoice-details'
import { countStatements } from '@invoice-desk/testing/app/statements'
import { passFor } from '@invoice-desk/testing/payments/customer-pass'
import { HARBOR, TIDEWATER } from '@invoice-desk/testing/quickbooks/connect'
import { callsOf } from '@invoice-desk/testing/sandbox/calls'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { readHistory, searchCopy } from '../../src/features/customer-invoices/queries.ts'
import { createInvoiceIds } from '../../src/secrets/invoice-id.ts'
import { MISS, openInvoices } from '../support/invoices.ts'

let books: Awaited<ReturnType<typeof openInvoices>>
beforeAll(async () => {
  books = await openInvoices()
})
afterAll(() => books.desk.close())
beforeEach(async () => {
  await books.company.startOver()
  await books.company.refreshCopy()
})

const idOf = async (number: string): Promise<string> =>
  (await books.search(number)).body.matchedInvoice.id
const read = (invoiceId: string) =>
  books.desk.call(readInvoiceDetails, {
    body: { invoiceId },
    headers: passFor(books.desk, invoiceId),
  })
const detailsOf = async (number: string) => (await read(await idOf(number))).body
const db = () => books.desk.desk.dependencies.database.db

describe('the details of an invoice', () => {
  it('have its lines, message and billing address', async () => {
    expect(await detailsOf('1008')).toEqual({
      lines: [
        {
          kind: 'item',
          item: 'Design',
          description: 'Autumn menu, layout and print files',
          date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
          quantity: 4,
          rate: 85,
          amount: 340,
        },
        expect.objectContaining({ description: 'Window lettering, two panes', amount: 160 }),
        { kind: 'item', item: '', description: 'Delivery', quantity: 1, rate: 60, amount: 60 },
      ],
      subtotal: 560,
      discount: 0,
      shipping: 0,
      tax: 0,
      isTaxIncluded: false,
      total: 560,
      deposit: 0,
      payments: 160,
      credits: 0,
      balance: 400,
      currency: 'USD',
      message: 'Thank you for working with us. The print files stay available for a year.',
    })
  })

  it('have the discount, tax, shipping, credits and bundles', async () => {
    expect(await detailsOf('1009')).toMatchObject({
      subtotal: 600,
      discount: 120,
      discountPercent: 20,
      tax: 24,
      total: 504,
    })
    expect(await detailsOf('1015')).toMatchObject({ subtotal: 455, shipping: 65, total: 520 })
    expect(await detailsOf('1012')).toMatchObject({ payments: 0, credits: 190, balance: 760 })
    expect((await detailsOf('1003')).lines[0]).toEqual({
      kind: 'text',
      item: '',
      description: 'Second round of the fall campaign, as agreed with Dr. Okafor.',
    })
    const { lines } = await detailsOf('1014')
    expect(
      lines.map(({ kind, amount }: { kind: string; amount: number }) => [kind, amount]),
    ).toEqual([
      ['group', 1425],
      ['part', 950],
      ['part', 280],
      ['part', 195],
    ])
    expect(await detailsOf('1017')).toMatchObject({ currency: 'EUR', total: 840 })
  })

  it('come from the copy with one statement, and one for the pass, even while QuickBooks is down', async () => {
    const id = await idOf('1008')
    await read(id)
    const { statements } = await countStatements(books.desk, () => read(id))
    // One counts the call, and one looks whether the pass was revoked.
    expect(statements).toBe(3)
    await books.company.fault('error', '', 10_000)
    await books.company.refreshCopy()
    const since = Date.now()
    const { status, body } = await read(id)
    expect([status, body]).toMatchObject([200, { total: 560, asOf: expect.any(String) }])
    expect(await callsOf(books.desk.sandbox, since)).toEqual([])
    await books.company.clearFaults()
  })

  it('are read from QuickBooks if the copy has an older version, and kept', async () => {
    const id = await idOf('1008')
    await db().execute(sql`UPDATE qbo_record SET data = data - 'content' WHERE kind = 'invoice'`)
    expect((await read(id)).body).toMatchObject({ total: 560, lines: [{}, {}, {}] })
    const since = Date.now()
    expect((await read(id)).body).toMatchObject({ total: 560, lines: [{}, {}, {}] })
    expect(await callsOf(books.desk.sandbox, since)).toEqual([])
  })

  it('say only that it failed while QuickBooks is down and the copy has nothing', async () => {
    const id = await idOf('1008')
    await db().execute(sql`DELETE FROM qbo_record`)
    await books.company.fault('error', '', 10_000)
    expect(await read(id)).toMatchObject({
      status: 502,
      body: {
        code: 'invoice_details_failed',
        error: "We can't load this. Please try again in a moment.",
      },
    })
    await books.company.clearFaults()
  })

  it('say at once that it failed if the copy has an older version during an outage', async () => {
    const id = await idOf('1008')
    await db().execute(sql`UPDATE qbo_record SET data = data - 'content' WHERE kind = 'invoice'`)
    await books.company.fault('error', '', 10_000)
    await books.company.refreshCopy()
    const since = Date.now()
    expect(await read(id)).toMatchObject({ status: 502, body: { code: 'invoice_details_failed' } })
    expect(await callsOf(books.desk.sandbox, since)).toEqual([])
    await books.company.clearFaults()
  })

  it('refer to the PDF if we cannot read them, without asking QuickBooks', async () => {
    const id = await idOf('1008')
    const unreadable = sql`UPDATE qbo_record SET data = data || '{"content": null}' WHERE kind = 'invoice'`
    await db().execute(unreadable)
    const since = Date.now()
    expect(await read(id)).toMatchObject({
      status: 502,
      body: {
        code: 'invoice_details_failed',
        error: "We can't show the lines of this invoice. Download its PDF instead.",
      },
    })
    expect(await callsOf(books.desk.sandbox, since)).toEqual([])
  })

  it('need an id from a search within the hour, of this company and customer', async () => {
    const { keyring } = books.desk.desk.dependencies.config
    const genuine = await idOf('1003')
    const ref = createInvoiceIds(keyring).open(genuine)
    if (!ref) throw new Error('no id')
    const forged = [
      createInvoiceIds(keyring, () => Date.now() - 3_601_000).seal(ref),
      createInvoiceIds({ current: Buffer.alloc(32, 1), previous: [] }).seal(ref),
      createInvoiceIds(keyring).seal({ ...ref, customerId: '0' }),
      createInvoiceIds(keyring).seal({ ...ref, realmId: TIDEWATER }),
      `${genuine.slice(0, -8)}AAAAAAAA`,
      ref.invoiceId,
    ]
    for (const id of forged) expect(await read(id)).toMatchObject({ status: 404, body: MISS })
    expect((await read(genuine)).status).toBe(200)
  })

  it('are gone once the invoice belongs to another customer or another company is connected', async () => {
    const id = await idOf('1003')
    await db().execute(
      sql`UPDATE qbo_record SET data = data || '{"customerId": "0"}' WHERE kind = 'invoice'`,
    )
    expect(await read(id)).toMatchObject({ status: 404, body: MISS })
    await books.company.connect(TIDEWATER)
    expect(await read(id)).toMatchObject({ status: 404, body: MISS })
    await books.company.connect(HARBOR)
  })
  it('are never put together from two companies', async () => {
    const id = await idOf('1008')
    await db().execute(sql`UPDATE qbo_record SET data = data - 'content' WHERE kind = 'invoice'`)
    const { fetch } = globalThis
    const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (...request) => {
      const response = await fetch(...request)
      if (String(request[0]).includes('FROM+Invoice')) {
        spy.mockRestore()
        await books.company.connect(TIDEWATER)
      }
      return response
    })
    expect(await read(id)).toMatchObject({ status: 502, body: { code: 'invoice_details_failed' } })
    await books.company.connect(HARBOR)
  })
})

it('searches and payment histories leave out what only the invoice itself shows', async () => {
  const ref = createInvoiceIds(books.desk.desk.dependencies.config.keyring).open(await idOf('1008'))
  if (!ref) throw new Error('no id')
  const found = await searchCopy(db(), '1008', books.dates.get('1008') ?? '')
  const history = await readHistory(db(), ref)
  const listed = [found?.value.matched, found?.value.related, history?.value?.invoice].flat()
  expect(listed.length).toBeGreaterThan(3)
  for (const invoice of listed)
    for (const field of ['content', 'message', 'billTo']) expect(invoice).not.toHaveProperty(field)
})
