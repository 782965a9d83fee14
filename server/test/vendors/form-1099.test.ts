// Tests the report of what 1099 vendors were paid in a year.
import {
  exportForm1099,
  type Form1099Vendor,
  readForm1099,
  reportingThreshold,
} from '@invoice-desk/contract/vendors/form-1099'
import { inviteVendor } from '@invoice-desk/contract/vendors/vendor-invitations'
import type { Entity } from '@invoice-desk/testing/quickbooks/books'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { useVendorDesk } from '../support/vendors.ts'

/** The sample company has no payments from then. */
const YEAR = 2024
const TIDEWATER = '9341453100000002'

const opened = useVendorDesk()
const { add, query } = opened

const named = (entities: readonly Entity[] | undefined, key: string, name: string) =>
  entities?.find((entity) => entity[key] === name)?.Id as string

type Paid = { dollars: number; date: string; byCard?: boolean }

/** Enters a bill and pays it. */
const pay = async (vendor: string, { dollars, date, byCard = false }: Paid): Promise<Entity> => {
  const { vendors, accounts } = await opened.company.state()
  const account = (name: string) => ({ value: named(accounts, 'Name', name) })
  const VendorRef = { value: named(vendors, 'DisplayName', vendor) }
  const bill = await opened.company.write('bill', {
    VendorRef,
    TxnDate: date,
    Line: [
      {
        DetailType: 'AccountBasedExpenseLineDetail',
        Amount: dollars,
        AccountBasedExpenseLineDetail: { AccountRef: account('Advertising') },
      },
    ],
  })
  return opened.company.write('billpayment', {
    VendorRef,
    TotalAmt: dollars,
    TxnDate: date,
    ...(byCard
      ? { PayType: 'CreditCard', CreditCardPayment: { CCAccountRef: account('Company Card') } }
      : { PayType: 'Check', CheckPayment: { BankAccountRef: account('Checking') } }),
    Line: [{ Amount: dollars, LinkedTxn: [{ TxnId: bill.Id, TxnType: 'Bill' }] }],
  })
}

const read = async (year: number | string = YEAR) =>
  opened.company.desk.call(readForm1099, { token: opened.company.token, query: { year } })
const vendorsIn = async (year = YEAR): Promise<Form1099Vendor[]> => (await read(year)).body.vendors
const paidIn = async (year = YEAR) =>
  (await vendorsIn(year)).map((vendor) => [vendor.name, vendor.paidCents, vendor.paidByCardCents])
const find = async (name: string, year = YEAR) =>
  (await vendorsIn(year)).find((vendor) => vendor.name === name)

/** The 1099 vendors of the sample company that a test doesn't pay. */
const UNPAID = ['Alder & Ash Carpentry', 'Blue Heron Photography', 'Elm Grove Landscaping']

describe('the report', () => {
  beforeEach(() => opened.company.refreshCopy())

  it('adds up the bill payments of the year, largest first, and keeps card payments apart', async () => {
    await pay('Dana Whitfield', { dollars: 400, date: '2024-01-01' })
    await pay('Dana Whitfield', { dollars: 199.99, date: '2024-12-31' })
    await pay('Dana Whitfield', { dollars: 5_000, date: '2023-12-31' })
    await pay('Dana Whitfield', { dollars: 5_000, date: '2025-01-01' })
    await pay('Maya Lindqvist Illustration', { dollars: 600, date: '2024-06-01' })
    await pay('Maya Lindqvist Illustration', { dollars: 70, date: '2024-06-02', byCard: true })
    await opened.company.refreshCopy()
    expect(await paidIn()).toEqual([
      ['Maya Lindqvist Illustration', 60_000, 7_000],
      ['Dana Whitfield', 59_999, 0],
      ...UNPAID.map((name) => [name, 0, 0]),
    ])
    expect(await find('Maya Lindqvist Illustration')).toMatchObject({ isReportable: true })
    expect(await find('Dana Whitfield')).toMatchObject({ isReportable: false })
    expect((await paidIn(2023))[0]).toEqual(['Dana Whitfield', 500_000, 0])
  })

  it("names the year's threshold, and says if it may change", async () => {
    const { status, body } = await read()
    expect([status, body]).toMatchObject([
      200,
      { year: YEAR, thresholdCents: 60_000, isThresholdKnown: true, state: 'known' },
    ])
    const { body: later } = await read(2030)
    expect(later).toMatchObject({
      thresholdCents: reportingThreshold(2030).cents,
      isThresholdKnown: false,
    })
  })

  it('follows payments that are deleted, and leaves out vendors that are not tracked', async () => {
    const { Id, SyncToken } = await pay('Dana Whitfield', { dollars: 900, date: '2024-03-01' })
    await pay('Kestrel Courier', { dollars: 900, date: '2024-03-01' })
    await opened.company.refreshCopy()
    expect(await paidIn()).toHaveLength(5)
    expect(await find('Dana Whitfield')).toMatchObject({ paidCents: 90_000 })
    await opened.company.write('billpayment?operation=delete', { Id, SyncToken })
    await opened.company.refreshCopy()
    expect(await find('Dana Whitfield')).toMatchObject({ paidCents: 0 })
  })

  it('includes vendors that only a mapping tracks, whose forms still come from QuickBooks', async () => {
    await opened.company.write('vendor', { DisplayName: 'Bare Bones LLC' })
    await pay('Bare Bones LLC', { dollars: 50, date: '2024-03-01' })
    await opened.company.refreshCopy()
    expect(await find('Bare Bones LLC')).toBeUndefined()
    const address = { line1: '1 Pier', city: 'Astoria', state: 'OR', zipCode: '97103' }
    const tracked = { track1099: true, taxId: '12-3456789', address }
    await add({ email: 'bones@x.example', vendor: 'BARE BONES llc', ...tracked })
    expect(await find('Bare Bones LLC')).toEqual({
      id: expect.any(String),
      name: 'Bare Bones LLC',
      email: 'bones@x.example',
      taxIdLast4: '',
      lacks: ['tax_id', 'address'],
      paidCents: 5_000,
      paidByCardCents: 0,
      isReportable: false,
    })
  })

  it('says what is missing for the form', async () => {
    await opened.company.write('vendor', {
      DisplayName: 'Half Known',
      Vendor1099: true,
      BillAddr: { Line1: '1 Pier', City: 'Astoria' },
    })
    await opened.company.refreshCopy()
    expect(await find('Half Known')).toMatchObject({ email: '', lacks: ['tax_id', 'address'] })
    expect(await find('Elm Grove Landscaping')).toMatchObject({
      email: 'pay@elmgrove.example',
      taxIdLast4: '',
      lacks: ['tax_id'],
    })
    expect(await find('Dana Whitfield')).toMatchObject({ taxIdLast4: '3308', lacks: [] })
  })

  it('names the email in QuickBooks if it is mapped, and where its invitation is', async () => {
    await add({ email: 'a.first@x.example', vendor: 'Elm Grove Landscaping' })
    const emailOf = async () => (await find('Elm Grove Landscaping'))?.email
    expect(await emailOf()).toBe('a.first@x.example')
    await add({ email: 'pay@elmgrove.example', vendor: 'Elm Grove Landscaping' })
    expect(await emailOf()).toBe('pay@elmgrove.example')
    const body = { email: 'pay@elmgrove.example', name: 'Elm Grove' }
    await opened.company.desk.call(inviteVendor, { token: opened.company.token, body })
    expect(await find('Elm Grove Landscaping')).toMatchObject({ invitation: 'invited' })
    await query(sql`DELETE FROM vendor_invitation`)
  })

  it('includes inactive vendors only in years they were paid in', async () => {
    await pay('Dana Whitfield', { dollars: 10, date: '2024-03-01', byCard: true })
    const { vendors } = await opened.company.state()
    const dana = vendors?.find(({ DisplayName }) => DisplayName === 'Dana Whitfield')
    const key = { Id: dana?.Id, SyncToken: dana?.SyncToken, sparse: true }
    await opened.company.write('vendor', { ...key, Active: false })
    await opened.company.refreshCopy()
    expect(await find('Dana Whitfield')).toMatchObject({ paidByCardCents: 1_000 })
    expect(await find('Dana Whitfield', 2022)).toBeUndefined()
  })

  it('leaves out vendors in other currencies', async () => {
    const currency = { CurrencyRef: { value: 'EUR' }, Vendor1099: true }
    await opened.company.write('vendor', { DisplayName: 'Atelier Nord', ...currency })
    await opened.company.refreshCopy()
    expect(await find('Atelier Nord')).toBeUndefined()
  })

  it('has nothing of another company', async () => {
    await opened.company.connect(TIDEWATER)
    await opened.company.refreshCopy()
    expect((await read()).body).toMatchObject({ state: 'known', vendors: [] })
  })

  it('is incomplete while vendors or payments are read again', async () => {
    await query(sql`UPDATE qbo_copy SET fill = '{"kinds": ["billpayment"]}'`)
    expect((await read()).body).toMatchObject({ state: 'pending' })
    const { desk, token } = opened.company
    const exported = await desk.call(exportForm1099, { token, query: { year: YEAR } })
    expect([exported.status, exported.body.code]).toEqual([409, 'payments_unread'])
    await query(sql`UPDATE qbo_copy SET fill = '{"kinds": ["invoice"]}'`)
    expect((await read()).body).toMatchObject({ state: 'known' })
  })

  it.each(['', 'soon', 1999, 2101, '2024.5'])('refuses the year %j', async (year) => {
    const { status, body } = await read(year)
    expect([status, body.code, body.field]).toEqual([400, 'invalid_input', 'year'])
  })

  it('exports the same as CSV without formulas', async () => {
    await opened.company.write('vendor', { DisplayName: '=1+1', Vendor1099: true })
    await pay('=1+1', { dollars: 600, date: '2024-03-01' })
    await pay('Dana Whitfield', { dollars: 10.5, date: '2024-03-01', byCard: true })
    await opened.company.refreshCopy()
    const { desk, token } = opened.company
    const year = { year: YEAR }
    const { status, headers, body } = await desk.call(exportForm1099, { token, query: year })
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(headers.get('content-disposition')).toBe('attachment; filename="1099-2024.csv"')
    expect(String(body).replace('\ufeff', '').split('\r\n').slice(0, 3)).toEqual([
      'Vendor,Email,Tax ID,Missing,Paid by check or bank,Paid by card,Reportable,Threshold',
      `'=1+1,,,"Tax ID, Address",600.00,0.00,Yes,600.00`,
      'Dana Whitfield,dana@whitfield.example,ending in 3308,,0.00,10.50,No,600.00',
    ])
  })
})

it('says when our copy of QuickBooks has no payments yet', async () => {
  expect((await read()).body).toMatchObject({ state: 'pending', vendors: [] })
  await opened.company.fault('error', '', 1_000)
  await opened.company.refreshCopy()
  expect((await read()).body).toMatchObject({ state: 'unavailable', vendors: [] })
})
