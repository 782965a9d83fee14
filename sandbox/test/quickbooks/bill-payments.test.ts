// Bills, bill payments and the sample data.
import { describe, expect, it } from 'vitest'
import { billBody, type Entity, errorOf, openCompany } from './support.ts'

const { post, write, read, select } = await openCompany()

const to = (type: string, { Id }: Entity, Amount: number) => ({
  Amount,
  LinkedTxn: [{ TxnId: Id, TxnType: type }],
})
const balanceOf = async (path: string, { Id }: Entity) => (await read(`${path}/${Id}`)).Balance
const codeFor = async (path: string, body: unknown) => errorOf(await post(path, body)).code
const remove = (path: string, { Id, SyncToken }: Entity) =>
  post(`${path}?operation=delete`, { Id, SyncToken })

describe('bills and their payments', () => {
  const payBill = (bill: Entity, amount: number, change: Record<string, unknown> = {}) => ({
    VendorRef: { value: '1' },
    PayType: 'Check',
    TotalAmt: amount,
    CheckPayment: { BankAccountRef: { value: '1' } },
    Line: [to('Bill', bill, amount)],
    ...change,
  })

  it('lower the balance to zero and link both ways', async () => {
    const bill = await write('/bill', billBody({}, 200))
    const payment = await write('/billpayment', payBill(bill, 200))
    expect(await read(`/bill/${bill.Id}`)).toMatchObject({
      Balance: 0,
      SyncToken: '1',
      LinkedTxn: [{ TxnId: payment.Id, TxnType: 'BillPaymentCheck' }],
    })
    expect(payment).toMatchObject({ CheckPayment: { BankAccountRef: { name: 'Checking' } } })
    expect((await read('/vendor/1')).Balance).toBe(0)
    await remove('/billpayment', payment)
    expect(await balanceOf('/bill', bill)).toBe(200)
  })

  it('can use the company card', async () => {
    const bill = await write('/bill', billBody({}, 200))
    const payment = await write('/billpayment', {
      ...payBill(bill, 50),
      PayType: 'CreditCard',
      CheckPayment: undefined,
      CreditCardPayment: { CCAccountRef: { value: '6' } },
    })
    expect(await read(`/bill/${bill.Id}`)).toMatchObject({
      Balance: 150,
      LinkedTxn: [{ TxnId: payment.Id, TxnType: 'BillPaymentCreditCard' }],
    })
  })

  it.each([
    ['too much', (bill: Entity) => payBill(bill, 201), '6000'],
    ['another total', (bill: Entity) => payBill(bill, 100, { TotalAmt: 150 }), '6000'],
    [
      'without an account',
      (bill: Entity) => payBill(bill, 10, { CheckPayment: undefined }),
      '2020',
    ],
    ['without a payment type', (bill: Entity) => payBill(bill, 10, { PayType: undefined }), '2020'],
    [
      'with an unknown payment type',
      (bill: Entity) => payBill(bill, 10, { PayType: 'Shells' }),
      '2170',
    ],
    ['another vendor', (bill: Entity) => payBill(bill, 10, { VendorRef: { value: '2' } }), '6000'],
  ])('refuse to pay %s', async (_case, body, code) => {
    const bill = await write('/bill', billBody({}, 200))
    expect(await codeFor('/billpayment', body(bill))).toBe(code)
    expect(await balanceOf('/bill', bill)).toBe(200)
  })

  it('protect a paid bill from deletion', async () => {
    const bill = await write('/bill', billBody({}, 200))
    await write('/billpayment', payBill(bill, 200))
    expect(errorOf(await remove('/bill', await read(`/bill/${bill.Id}`))).code).toBe('6000')
  })
})

describe('the sample data', () => {
  it('balances: each open amount is the total minus linked payments', async () => {
    const payments = await select('Payment')
    const applied = new Map<string, number>()
    for (const payment of payments)
      for (const { Amount, LinkedTxn } of payment.Line as {
        Amount: number
        LinkedTxn: { TxnId: string }[]
      }[]) {
        const id = LinkedTxn[0]?.TxnId ?? ''
        applied.set(id, (applied.get(id) ?? 0) + Math.round(Amount * 100))
      }
    for (const document of [...(await select('Invoice')), ...(await select('CreditMemo'))])
      expect(Math.round(Number(document.Balance) * 100)).toBe(
        Math.round(Number(document.TotalAmt) * 100) - (applied.get(document.Id) ?? 0),
      )
  })

  it('has open, partly paid and paid invoices, a payment for several, and an applied credit memo', async () => {
    const invoices = await select('Invoice')
    const kinds = invoices.map(({ Balance, TotalAmt }) =>
      Balance === 0 ? 'paid' : Balance === TotalAmt ? 'open' : 'part',
    )
    expect(new Set(kinds)).toEqual(new Set(['paid', 'open', 'part']))
    const payments = await select('Payment')
    expect(payments.some(({ Line }) => (Line as unknown[]).length > 1)).toBe(true)
    expect(payments.map(({ PrivateNote }) => PrivateNote)).toContain(
      'Stripe payment (ID: pi_3Sample1001HarborFinch)',
    )
    expect((await select('CreditMemo', "WHERE Balance = '0'")).map((one) => one.DocNumber)).toEqual(
      ['CM-101'],
    )
  })
})
