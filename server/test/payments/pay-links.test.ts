// Tests which open invoices and customers staff get payment links for, and why some have none.
import { searchInvoice } from '@invoice-desk/contract/customer-invoices/customer-invoices'
import type { ResponseOf } from '@invoice-desk/contract/http/endpoint'
import { findPayLinks, type OpenInvoice } from '@invoice-desk/contract/payments/pay-links'
import { startTestDesk, type TestDesk } from '@invoice-desk/testing/app/test-desk'
import { STAFF } from '@invoice-desk/testing/people'
import { HARBOR, TIDEWATER } from '@invoice-desk/testing/quickbooks/connect'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addCopyOf, addRecords, invoiceRow, recordRow } from '../support/copy-rows.ts'
import { signInWith } from '../support/overview.ts'

let desk: TestDesk
let token: string
beforeAll(async () => {
  desk = await startTestDesk()
  token = (await desk.signIn(STAFF)).idToken
})
afterAll(() => desk.close())

type Links = ResponseOf<typeof findPayLinks>

const ask = (query: Record<string, string> = {}, as = token) =>
  desk.call(findPayLinks, { token: as, query })
const links = async (query?: Record<string, string>): Promise<Links> => (await ask(query)).body
const numbersOf = ({ invoices }: Links) => invoices.map(({ number }) => number)
const namesOf = ({ customers }: Links) => customers.map(({ name }) => name)

it('needs the tool, a connection, and all invoices', async () => {
  expect(await ask()).toMatchObject({ status: 409, body: { code: 'qbo_not_connected' } })
  await addCopyOf(desk, HARBOR, [
    recordRow('customer', '1', { name: 'Cobalt Coffee' }),
    recordRow('customer', '2', { name: 'Cobalt Cove' }),
    recordRow('customer', '3', { name: 'Café Cobalt' }),
    recordRow('customer', '4', { name: 'Cobalt Nothing Owed' }),
    invoiceRow('11', '1', {
      number: '1008',
      date: '2026-09-02',
      dueDate: '2026-10-02',
      balanceCents: 40_000,
    }),
    invoiceRow('12', '1', {
      number: '10081',
      date: '2026-09-01',
      dueDate: '2026-10-09',
      balanceCents: 1_050,
    }),
    invoiceRow('13', '1', { number: '10082', balanceCents: 0 }),
    invoiceRow('14', '1', { number: '10083', totalCents: 0, balanceCents: 0 }),
    invoiceRow('15', '1', {
      number: ' ',
      date: '2026-08-01',
      dueDate: '2026-12-01',
      currency: 'EUR',
    }),
    invoiceRow('16', '1', { number: '10084 ', date: '2026-07-01', dueDate: '2026-12-02' }),
    invoiceRow('21', '2', { number: 'Twin 7', date: '2026-09-03' }),
    invoiceRow('22', '2', { number: 'Twin 8', date: '2026-09-04' }),
    invoiceRow('31', '3', { number: 'Twin 7', date: '2026-09-03' }),
    invoiceRow('32', '3', { number: 'Twin 8', date: '2026-09-04', totalCents: 0, balanceCents: 0 }),
    invoiceRow('41', '4', { number: '50', balanceCents: 0 }),
    { ...invoiceRow('42', '4', {}), data: null },
  ])
  await addCopyOf(
    desk,
    TIDEWATER,
    [
      recordRow('customer', '1', { name: 'Cobalt Elsewhere' }),
      invoiceRow('11', '1', { number: '1008', date: '2026-09-02' }),
    ],
    { isConnected: false },
  )

  const { db } = desk.desk.dependencies.database
  await db.execute(sql`UPDATE qbo_copy SET filled_at = NULL`)
  expect(await ask()).toMatchObject({
    status: 409,
    body: {
      code: 'payments_unread',
      error: expect.stringContaining('still reading your invoices'),
    },
  })
  await db.execute(sql`UPDATE qbo_copy SET filled_at = now()`)
  expect((await ask({}, await signInWith(desk, 'approve_invoice'))).status).toBe(403)
  expect((await ask({}, await signInWith(desk, 'pay_invoice'))).status).toBe(200)
  expect(await ask({ search: 'a' })).toMatchObject({ status: 400, body: { field: 'search' } })
})

it('finds open invoices by number, the exact one first, with the address that the visitor needs', async () => {
  const found = await links({ search: '1008' })
  expect(numbersOf(found)).toEqual(['1008', '10081', '10084 '])
  expect(found.customers).toEqual([])
  const { publicUrl } = desk.desk.dependencies.config
  expect(found.invoices[0]).toEqual({
    ...{ id: '11', number: '1008', date: '2026-09-02', dueDate: '2026-10-02' },
    ...{ customerId: '1', customer: 'Cobalt Coffee', balance: 400, currency: 'USD' },
    url: expect.stringMatching(
      `^${publicUrl}/pay-invoice\\?invoice=1008&date=2026-09-02#key=[\\w-]{60,90}$`,
    ),
  } satisfies OpenInvoice)
  expect(numbersOf(await links({ search: 'TWIN 8' }))).toEqual(['Twin 8'])
  expect(numbersOf(await links({ search: '10%8' }))).toEqual([])
})

it('finds customers who owe something by name, and their open invoices', async () => {
  const found = await links({ search: 'cobalt' })
  expect(namesOf(found)).toEqual(['Café Cobalt', 'Cobalt Coffee', 'Cobalt Cove'])
  expect(numbersOf(found).sort()).toEqual([
    ' ',
    '1008',
    '10081',
    '10084 ',
    'Twin 7',
    'Twin 7',
    'Twin 8',
  ])
  expect(namesOf(await links({ search: 'cobalt cove' }))).toEqual(['Cobalt Cove'])
})

it('links to the oldest invoice of a customer that can be looked up', async () => {
  const coffee = await links({ customer: '1' })
  expect(coffee.customers).toEqual([
    {
      ...{ id: '1', name: 'Cobalt Coffee', invoices: 4 },
      balances: [
        { currency: 'USD', amount: 420.5 },
        { currency: 'EUR', amount: 10 },
      ],
      url: expect.stringMatching(/\/pay-invoice\?invoice=10081&date=2026-09-01#key=/),
    },
  ])
  expect(numbersOf(coffee)).toEqual(['1008', '10081', ' ', '10084 '])
  expect((await links({ customer: '3' })).customers).toMatchObject([{ reason: 'not_unique' }])
  expect(await links({ customer: '4' })).toEqual({ invoices: [], customers: [] })
})

it('reads one invoice with its customer, and says why there is no link', async () => {
  const one = async (invoice: string) => {
    const { invoices, customers } = await links({ invoice })
    return {
      names: customers.map(({ name }) => name),
      reason: invoices[0]?.reason,
      url: invoices[0]?.url,
    }
  }
  expect(await one('15')).toEqual({ names: ['Cobalt Coffee'], reason: 'no_number' })
  // The page trims what is typed.
  expect(await one('16')).toEqual({ names: ['Cobalt Coffee'], reason: 'no_number' })
  expect(await one('21')).toEqual({ names: ['Cobalt Cove'], reason: 'not_unique' })
  // The other customer's invoice with that number and date is void.
  expect(await one('22')).toMatchObject({ names: ['Cobalt Cove'], url: expect.any(String) })
  for (const gone of ['13', '14', '42', '99']) {
    expect(await links({ invoice: gone })).toEqual({ invoices: [], customers: [] })
  }
})

it('lists the invoices due first, and every link finds its invoice', async () => {
  const { invoices, customers } = await links()
  expect(invoices.map(({ id }) => id)).toEqual(['21', '22', '31', '11', '12', '15', '16'])
  expect(customers).toEqual([])
  for (const { url, number } of invoices) {
    if (!url) continue
    const { searchParams } = new URL(url)
    const body = { invoiceNumber: searchParams.get('invoice'), date: searchParams.get('date') }
    const answer = await desk.call(searchInvoice, { body })
    expect(answer).toMatchObject({
      status: 200,
      body: { matchedInvoice: { invoiceNumber: number } },
    })
  }
})

it('finds customers who owe something among many with the same word in their names', async () => {
  const names = Array.from({ length: 1_100 }, (_, n) =>
    recordRow('customer', `many-${n}`, { name: `Harborside ${n}` }),
  )
  await addRecords(desk, HARBOR, [
    ...names,
    recordRow('customer', 'payer', { name: 'Harborside Payer' }),
    invoiceRow('h1', 'payer', { number: 'H-1' }),
  ])
  const found = await links({ search: 'harborside' })
  expect(namesOf(found)).toEqual(['Harborside Payer'])
  expect(numbersOf(found)).toEqual(['H-1'])
})

it('finds the exact number first among many that begin with it, in any case', async () => {
  const parts = Array.from({ length: 1_100 }, (_, n) =>
    invoiceRow(`sale-${n}`, 'payer', { number: `SALE-${n}`, dueDate: '2026-09-01' }),
  )
  const exact = invoiceRow('sale', 'payer', { number: 'SALE', dueDate: '2026-12-31' })
  await addRecords(desk, HARBOR, [...parts, exact])
  for (const search of ['SALE', 'sale', 'Sale']) {
    const [first, ...others] = numbersOf(await links({ search }))
    expect([first, others.length]).toEqual(['SALE', 19])
  }
})
