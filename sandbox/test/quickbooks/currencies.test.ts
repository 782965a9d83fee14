// Currencies: a customer's or vendor's currency applies to all their transactions.
import { describe, expect, it } from 'vitest'
import { type Answer, billBody, connect, errorOf, openCompany, TIDEWATER } from './support.ts'

const { post, write, call, select, sandbox } = await openCompany()

const EUR = { value: 'EUR' }
const USD = { value: 'USD' }
const saleBody = (customer: string, change: Record<string, unknown> = {}) => ({
  CustomerRef: { value: customer },
  Line: [{ DetailType: 'SalesItemLineDetail', Amount: 200, SalesItemLineDetail: {} }],
  ...change,
})
const detailOf = (answer: Answer) => [errorOf(answer).code, errorOf(answer).Detail]
const ONE_CURRENCY = [
  '6000',
  'Business Validation Error: You can only use one foreign currency per transaction.',
]

describe('a customer in euros', () => {
  const create = () => write('/customer', { DisplayName: 'Atelier Nord', CurrencyRef: EUR })

  it('has invoices and payments in euros at the given rate', async () => {
    const customer = await create()
    expect(customer.CurrencyRef).toEqual({ value: 'EUR', name: 'Euro' })
    const byDefault = await write('/invoice', saleBody(customer.Id))
    const explicit = await write(
      '/invoice',
      saleBody(customer.Id, { CurrencyRef: EUR, ExchangeRate: 1.1 }),
    )
    expect(byDefault).toMatchObject({ CurrencyRef: EUR, TotalAmt: 200 })
    expect(explicit).toMatchObject({ CurrencyRef: EUR, ExchangeRate: 1.1, Balance: 200 })
    const payment = await write('/payment', {
      CustomerRef: { value: customer.Id },
      TotalAmt: 50,
      Line: [{ Amount: 50, LinkedTxn: [{ TxnId: explicit.Id, TxnType: 'Invoice' }] }],
    })
    expect(payment.CurrencyRef).toMatchObject(EUR)
  })

  it("can't have transactions in dollars or change to dollars", async () => {
    const { Id, SyncToken } = await create()
    const dollars = await post('/invoice', saleBody(Id, { CurrencyRef: USD }))
    expect(detailOf(dollars)).toEqual(ONE_CURRENCY)
    const body = { Id, SyncToken, sparse: true, CurrencyRef: USD }
    expect(errorOf(await post('/customer', body)).code).toBe('6000')
  })
})

it("uses the vendor's currency for bills", async () => {
  const { Id } = await write('/vendor', { DisplayName: 'Papierhaus', CurrencyRef: EUR })
  const bill = await write('/bill', billBody({ VendorRef: { value: Id } }))
  expect(bill.CurrencyRef).toMatchObject(EUR)
  expect(detailOf(await post('/bill', billBody({ CurrencyRef: EUR })))).toEqual(ONE_CURRENCY)
})

it('refuses an unknown currency', async () => {
  const body = { DisplayName: 'Nowhere', CurrencyRef: { value: 'XXQ' } }
  expect(errorOf(await post('/customer', body)).code).toBe('2500')
})

it('allows other currencies only in a multicurrency company', async () => {
  const { access_token } = await connect(sandbox, TIDEWATER)
  const authorization = `Bearer ${access_token}`
  const create = (CurrencyRef: object) =>
    call(
      '/customer',
      {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ DisplayName: 'Quay West', CurrencyRef }),
      },
      TIDEWATER,
    )
  expect(detailOf(await create(EUR))).toEqual([
    '6000',
    'Business Validation Error: Multi Currency should be enabled to perform this operation',
  ])
  expect((await create(USD)).status).toBe(200)
})

it('has one open invoice in euros in the sample company', async () => {
  const open = await select('Invoice', "WHERE Balance > '0'")
  const foreign = open.filter(({ CurrencyRef }) => (CurrencyRef as typeof EUR).value !== 'USD')
  expect(foreign).toMatchObject([{ CurrencyRef: EUR, CustomerRef: { name: 'Galerie Lindenhof' } }])
})
