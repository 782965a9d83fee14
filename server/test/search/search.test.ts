// Tests the search over everything: what it finds of each kind, in which order, and for whom.

import { type Found, findAnything } from '@invoice-desk/contract/search/search'
import { SEARCH_HITS_MAX } from '@invoice-desk/contract/values/limits'
import { startTestDesk, type TestDesk } from '@invoice-desk/testing/app/test-desk'
import { STAFF } from '@invoice-desk/testing/people'
import { HARBOR, TIDEWATER } from '@invoice-desk/testing/quickbooks/connect'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { paymentLine } from '../../src/db/schema/payments.ts'
import { addCopyOf, invoiceRow, recordRow } from '../support/copy-rows.ts'
import { addAttempt, signInWith } from '../support/overview.ts'

const HERON = { email: 'vera@heron.example', vendor: 'Blue Heron Printing' }
const KESTREL = { email: 'kim@kestrel.example', vendor: 'Kestrel Courier' }
const PAYMENT = '0b6e4b8e-6a55-4f0e-9a57-0c7f1f6f6a01'

let desk: TestDesk
let token: string
beforeAll(async () => {
  desk = await startTestDesk()
  token = (await desk.signIn(STAFF)).idToken
  const { addBill, addMapping } = desk.rows
  for (const [day, invoiceNumber] of ['BH-7', 'BH-71', 'BH-72', '50%_off'].entries()) {
    await addBill(HERON, { invoiceNumber, submittedAt: new Date(Date.UTC(2026, 9, day + 1)) })
  }
  for (let n = 0; n < 7; n += 1) await addBill(KESTREL, { invoiceNumber: `KC-${n}` })
  await addMapping(HERON)
  await addMapping({ ...KESTREL, vendor: 'Kestrel' })
  await addMapping({ email: 'k@kestrel.example', vendor: 'Air Kestrel' })
  await addAttempt(desk, { id: PAYMENT, customerName: 'Cobalt Coffee', qboPaymentId: '812' })
  await addCustomers()
})
afterAll(() => desk.close())

/** In our copy of QuickBooks, also of a company that isn't connected. */
const addCustomers = async () => {
  const { db } = desk.desk.dependencies.database
  const line = { attemptId: PAYMENT, position: 0, realmId: HARBOR, invoiceId: '1', amountCents: 1 }
  await db.insert(paymentLine).values({ ...line, invoiceNumber: '1042' })
  await addCopyOf(desk, HARBOR, [
    recordRow('customer', '1', { name: 'Cobalt Coffee' }),
    { kind: 'customer', id: '2', data: null },
    recordRow('customer', '4', { name: 'Dune Dairy' }),
    invoiceRow('11', '1', { number: '2042-B', dueDate: '2026-10-01' }),
    invoiceRow('12', '1', { number: '2042', dueDate: '2026-10-02' }),
    invoiceRow('13', '1', { number: '2043', balanceCents: 0 }),
    invoiceRow('14', '4', { number: '2044' }),
  ])
  await addCopyOf(
    desk,
    TIDEWATER,
    [
      recordRow('customer', '3', { name: 'Cobalt Cove' }),
      invoiceRow('11', '3', { number: '2042' }),
    ],
    { isConnected: false },
  )
}

const find = async (text: string, as = token): Promise<Found> =>
  (await desk.call(findAnything, { token: as, query: { text } })).body

const numbersFor = async (text: string) =>
  (await find(text)).invoices?.map(({ invoiceNumber }) => invoiceNumber)

it("finds each kind that the account's tools cover", async () => {
  const found = await find('cobalt')
  expect(found).toMatchObject({ invoices: [], vendors: [] })
  expect(found.customers).toEqual([{ id: '1', name: 'Cobalt Coffee', openInvoices: 2 }])
  expect(found.payments).toMatchObject([
    { id: PAYMENT, customer: 'Cobalt Coffee', amount: 10, state: 'booked', settledByHand: false },
  ])
  expect((await find('1042')).payments).toMatchObject([{ id: PAYMENT, invoiceNumbers: ['1042'] }])
  expect((await find('812')).payments).toMatchObject([{ id: PAYMENT }])
  expect((await find(PAYMENT)).payments).toMatchObject([{ id: PAYMENT }])

  const kinds = async (as: string) => Object.keys(await find('cobalt', as)).sort()
  expect(await kinds(await signInWith(desk, 'approve_invoice'))).toEqual(['invoices'])
  expect(await kinds(await signInWith(desk, 'create_vendor'))).toEqual(['vendors'])
  expect(await kinds(await signInWith(desk, 'pay_invoice'))).toEqual([
    'customers',
    'openInvoices',
    'payments',
  ])
  expect(await kinds(await signInWith(desk, 'connections'))).toEqual([])
})

it('shows an exact match first, then the newest invoices, or vendors by name', async () => {
  expect(await numbersFor('bh-7')).toEqual(['BH-7', 'BH-72', 'BH-71'])
  expect(await numbersFor('BH 7')).toEqual(['BH-7'])
  expect(await numbersFor('printing heron 2')).toEqual(['BH-72'])
  expect(await numbersFor('kestrel')).toHaveLength(SEARCH_HITS_MAX)
  const { vendors } = await find('kestrel')
  expect(vendors?.map(({ vendor }) => vendor)).toEqual(['Kestrel', 'Air Kestrel'])
})

it("finds customers' open invoices by number, the exact one first, or by the customer", async () => {
  const openFor = async (text: string) => (await find(text)).openInvoices
  expect((await openFor('2042'))?.map(({ number }) => number)).toEqual(['2042', '2042-B'])
  expect(await openFor('2043')).toEqual([])
  expect(await openFor('dune')).toEqual([
    {
      ...{ id: '14', number: '2044', customer: 'Dune Dairy', dueDate: '2026-10-01' },
      ...{ balance: 10, currency: 'USD' },
    },
  ])
})

it('finds two characters at the beginning of a word, and takes wildcards literally', async () => {
  expect(await numbersFor('KC')).toHaveLength(SEARCH_HITS_MAX)
  expect(await numbersFor('pr')).toHaveLength(4)
  expect(await numbersFor('ri')).toEqual([])
  expect(await numbersFor('50%')).toEqual(['50%_off'])
  expect(await numbersFor('%_off')).toEqual(['50%_off'])
  expect(await numbersFor('B_-7')).toEqual([])
})

it.each(['', 'a', ' 7 ', '%%', '-_-a'])('refuses %j, which is too short', async (text) => {
  const { status, body } = await desk.call(findAnything, { token, query: { text } })
  expect({ status, field: body.field }).toEqual({ status: 400, field: 'text' })
})
