// Balances: payments and credit memos lower them, and deletions restore them.
import { beforeEach, describe, expect, it } from 'vitest'
import { type Entity, errorOf, openCompany } from './support.ts'

const { post, write, read } = await openCompany()

let customer: Entity
beforeEach(async () => {
  customer = await write('/customer', { DisplayName: 'Ledger & Co' })
})

const saleBody = (amount: number, change: Record<string, unknown> = {}) => ({
  CustomerRef: { value: customer.Id },
  Line: [{ DetailType: 'SalesItemLineDetail', Amount: amount, SalesItemLineDetail: {} }],
  ...change,
})
const invoice = (amount: number) => write('/invoice', saleBody(amount))
const memo = (amount: number) => write('/creditmemo', saleBody(amount))
const to = (type: string, { Id }: Entity, Amount: number) => ({
  Amount,
  LinkedTxn: [{ TxnId: Id, TxnType: type }],
})
const paymentBody = (TotalAmt: number, ...Line: unknown[]) => ({
  CustomerRef: { value: customer.Id },
  TotalAmt,
  Line,
})
const pay = (total: number, ...lines: unknown[]) => write('/payment', paymentBody(total, ...lines))
const balanceOf = async (path: string, { Id }: Entity) => (await read(`${path}/${Id}`)).Balance
const customerBalance = () => balanceOf('/customer', customer)
const codeFor = async (path: string, body: unknown) => errorOf(await post(path, body)).code
const remove = (path: string, { Id, SyncToken }: Entity) =>
  post(`${path}?operation=delete`, { Id, SyncToken })

describe('invoices and payments', () => {
  it('lower the balance and link both ways', async () => {
    const one = await invoice(100)
    const payment = await pay(40, to('Invoice', one, 40))
    expect(payment).toMatchObject({ UnappliedAmt: 0, TotalAmt: 40, ProcessPayment: false })
    expect(payment.DepositToAccountRef).toEqual({ value: '5' })
    expect(await read(`/invoice/${one.Id}`)).toMatchObject({
      TotalAmt: 100,
      Balance: 60,
      SyncToken: '1',
      LinkedTxn: [{ TxnId: payment.Id, TxnType: 'Payment' }],
    })
    expect(await customerBalance()).toBe(60)
  })

  it('pay several invoices together', async () => {
    const [one, two] = [await invoice(10.1), await invoice(20.2)]
    await pay(30.3, to('Invoice', one, 10.1), to('Invoice', two, 20.2))
    expect(await balanceOf('/invoice', one)).toBe(0)
    expect(await balanceOf('/invoice', two)).toBe(0)
    expect(await customerBalance()).toBe(0)
  })

  it("keep unapplied money as the customer's credit", async () => {
    const one = await invoice(50)
    expect(await pay(80, to('Invoice', one, 50))).toMatchObject({ UnappliedAmt: 30 })
    expect(await customerBalance()).toBe(-30)
    expect(await pay(5)).toMatchObject({ UnappliedAmt: 5, Line: [] })
  })

  it('add cents exactly', async () => {
    const one = await invoice(0.3)
    await pay(0.1, to('Invoice', one, 0.1))
    await pay(0.2, to('Invoice', one, 0.2))
    expect(await balanceOf('/invoice', one)).toBe(0)
  })

  it.each([
    ['more than the balance', (one: Entity) => paymentBody(101, to('Invoice', one, 101)), '6000'],
    ['more than was received', (one: Entity) => paymentBody(10, to('Invoice', one, 20)), '6000'],
    [
      'more than the balance in two lines',
      (one: Entity) => paymentBody(120, to('Invoice', one, 60), to('Invoice', one, 60)),
      '6000',
    ],
    ['zero', (one: Entity) => paymentBody(10, to('Invoice', one, 0)), '2140'],
    ['a negative amount', (one: Entity) => paymentBody(10, to('Invoice', one, -5)), '2140'],
    ['to a bill', (one: Entity) => paymentBody(10, to('Bill', one, 5)), '620'],
    [
      'to an unknown invoice',
      () => paymentBody(10, to('Invoice', { Id: '99999', SyncToken: '' }, 5)),
      '2500',
    ],
    [
      'to another customer’s invoice',
      () => paymentBody(10, to('Invoice', { Id: '103', SyncToken: '' }, 5)),
      '6000',
    ],
    [
      'without a total',
      (one: Entity) => ({ ...paymentBody(0, to('Invoice', one, 5)), TotalAmt: undefined }),
      '2020',
    ],
    ['a negative total', () => paymentBody(-1), '6000'],
    [
      'with an unknown method',
      () => ({ ...paymentBody(1), PaymentMethodRef: { value: '99' } }),
      '2500',
    ],
    ['with a long reference', () => ({ ...paymentBody(1), PaymentRefNum: 'x'.repeat(22) }), '2050'],
  ])('refuse to apply %s', async (_case, body, code) => {
    const one = await invoice(100)
    expect(await codeFor('/payment', body(one))).toBe(code)
    expect(await balanceOf('/invoice', one)).toBe(100)
    expect(await customerBalance()).toBe(100)
  })

  it('restore the balance when the payment is deleted', async () => {
    const one = await invoice(100)
    const payment = await pay(70, to('Invoice', one, 60))
    expect((await remove('/payment', payment)).status).toBe(200)
    expect(await read(`/invoice/${one.Id}`)).toMatchObject({ Balance: 100, LinkedTxn: [] })
    expect(await customerBalance()).toBe(100)
  })

  it('update the balance when a payment changes', async () => {
    const [one, two] = [await invoice(100), await invoice(100)]
    const payment = await pay(60, to('Invoice', one, 60))
    await write('/payment', { ...payment, Line: [to('Invoice', two, 50)] })
    expect(await balanceOf('/invoice', one)).toBe(100)
    expect(await balanceOf('/invoice', two)).toBe(50)
    expect(await read(`/payment/${payment.Id}`)).toMatchObject({ UnappliedAmt: 10 })
  })

  it('make the payment unapplied when the invoice is deleted', async () => {
    const one = await invoice(100)
    const payment = await pay(60, to('Invoice', one, 60))
    await remove('/invoice', await read(`/invoice/${one.Id}`))
    expect(await read(`/payment/${payment.Id}`)).toMatchObject({ UnappliedAmt: 60, Line: [] })
    expect(await customerBalance()).toBe(-60)
  })

  it('never let fifty concurrent payers pay more than the balance', async () => {
    const one = await invoice(100)
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => post('/payment', paymentBody(30, to('Invoice', one, 30)))),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(await balanceOf('/invoice', one)).toBe(10)
  })
})

describe('invoices', () => {
  it('get a number and a due date in thirty days', async () => {
    const one = await write('/invoice', saleBody(1, { TxnDate: '2026-01-15' }))
    expect(one).toMatchObject({ DocNumber: '1018', DueDate: '2026-02-14' })
    expect((await invoice(1)).DocNumber).toBe('1019')
  })

  it("can't share a number with each other or with a credit memo", async () => {
    expect(await codeFor('/invoice', saleBody(1, { DocNumber: '1001' }))).toBe('6140')
    expect(await codeFor('/invoice', saleBody(1, { DocNumber: 'CM-101' }))).toBe('6140')
  })

  it("keep what was paid when their amount changes, and can't go below it", async () => {
    const one = await invoice(100)
    await pay(60, to('Invoice', one, 60))
    const current = await read(`/invoice/${one.Id}`)
    const change = (Amount: number) => ({
      Id: one.Id,
      SyncToken: current.SyncToken,
      sparse: true,
      Line: [{ DetailType: 'SalesItemLineDetail', Amount, SalesItemLineDetail: {} }],
    })
    expect(await codeFor('/invoice', change(59))).toBe('6000')
    expect(await write('/invoice', change(150))).toMatchObject({ TotalAmt: 150, Balance: 90 })
  })

  it('end with a subtotal, and quantity times price must be the amount', async () => {
    const Line = [
      {
        DetailType: 'SalesItemLineDetail',
        Amount: 30,
        SalesItemLineDetail: { Qty: 3, UnitPrice: 10 },
      },
    ]
    const one = await write('/invoice', saleBody(0, { Line }))
    expect(one.Line).toMatchObject([
      { SalesItemLineDetail: { ItemRef: { value: '1', name: 'Design' } } },
      { DetailType: 'SubTotalLineDetail', Amount: 30 },
    ])
    const wrong = [{ ...Line[0], Amount: 31 }]
    expect(await codeFor('/invoice', saleBody(0, { Line: wrong }))).toBe('6070')
  })
})

describe('credit memos', () => {
  it('are applied by a payment of zero', async () => {
    const [one, credit] = [await invoice(100), await memo(25)]
    expect(await customerBalance()).toBe(75)
    const payment = await pay(0, to('Invoice', one, 25), to('CreditMemo', credit, 25))
    expect(payment).toMatchObject({ TotalAmt: 0, UnappliedAmt: 0 })
    expect(await balanceOf('/invoice', one)).toBe(75)
    expect(await read(`/creditmemo/${credit.Id}`)).toMatchObject({
      Balance: 0,
      RemainingCredit: 0,
      LinkedTxn: [{ TxnId: payment.Id, TxnType: 'Payment' }],
    })
    expect(await customerBalance()).toBe(75)
    await remove('/payment', payment)
    expect(await balanceOf('/invoice', one)).toBe(100)
    expect(await read(`/creditmemo/${credit.Id}`)).toMatchObject({ RemainingCredit: 25 })
  })

  it('can pay an invoice together with money', async () => {
    const [one, credit] = [await invoice(100), await memo(25)]
    await pay(75, to('Invoice', one, 100), to('CreditMemo', credit, 25))
    expect(await balanceOf('/invoice', one)).toBe(0)
    expect(await customerBalance()).toBe(0)
  })

  it("can't be used twice, without an invoice, or deleted once applied", async () => {
    const [one, credit] = [await invoice(100), await memo(25)]
    expect(await codeFor('/payment', paymentBody(0, to('CreditMemo', credit, 25)))).toBe('6000')
    await pay(0, to('Invoice', one, 25), to('CreditMemo', credit, 25))
    expect(
      await codeFor('/payment', paymentBody(0, to('Invoice', one, 5), to('CreditMemo', credit, 5))),
    ).toBe('6000')
    const current = await read(`/creditmemo/${credit.Id}`)
    expect(errorOf(await remove('/creditmemo', current)).code).toBe('6000')
  })
})
