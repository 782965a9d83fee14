// Tests that customers see the payments of an invoice and nothing else.
import { listPaymentHistory } from '@invoice-desk/contract/customer-invoices/customer-invoices'
import { INVOICE_DATE, invoiceFields } from '@invoice-desk/testing/quickbooks/books'
import { HARBOR } from '@invoice-desk/testing/quickbooks/connect'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createInvoiceIds } from '../../src/secrets/invoice-id.ts'
import { MISS, openInvoices } from '../support/invoices.ts'

let books: Awaited<ReturnType<typeof openInvoices>>
beforeAll(async () => {
  books = await openInvoices()
})
afterAll(() => books.desk.close())

describe('payment history', () => {
  it('shows a card payment with its provider id', async () => {
    const { body } = await books.historyOf('1001')
    expect(body.payments).toEqual([
      {
        id: expect.any(String),
        date: expect.any(String),
        amount: 1140,
        method: 'stripe',
        memo: 'Stripe payment (ID: pi_3Sample1001HarborFinch)',
        creditMemos: [],
        isMultiInvoicePayment: false,
        totalAmount: 1140,
        currency: 'USD',
      },
    ])
  })

  it('shows the part and the total of a payment for several invoices', async () => {
    const { body } = await books.historyOf('1005')
    expect(body.payments).toMatchObject([
      { amount: 570, totalAmount: 1495, isMultiInvoicePayment: true, method: 'Check' },
    ])
  })

  it('shows a credit memo that was used', async () => {
    const { body: found } = await books.search('1012')
    expect(found.matchedInvoice.payments).toMatchObject([{ amount: 190, isCredit: true }])
    const { body } = await books.historyOf('1012')
    expect(body.payments).toMatchObject([
      {
        method: 'credit_memo',
        amount: 190,
        totalAmount: 0,
        creditMemos: [{ number: 'CM-101', amount: 190 }],
      },
    ])
  })

  it('recognizes PayPal and hides private notes', async () => {
    expect((await books.historyOf('1011')).body.payments).toMatchObject([{ method: 'paypal' }])
    expect((await books.historyOf('1002')).body.payments).toMatchObject([
      { method: 'Check', memo: '' },
    ])
  })

  it.each([
    ['Stripe payment (ID: pi_1). Slow payer, call first', 'Stripe payment (ID: pi_1)'],
    ['Ask Sam before shipping. PayPal payment (ID: 8SX7)', 'PayPal payment (ID: 8SX7)'],
    ['Wire from their Swiss account (ID: w-1), see letter', '(ID: w-1)'],
  ])('hides what staff added to the memo: %s', async (PrivateNote, memo) => {
    const { company } = books
    const number = `MEMO-${PrivateNote.length}`
    const invoice = await company.write(
      'invoice',
      invoiceFields({ customer: '14', number, amount: 30 }),
    )
    await company.write('payment', {
      CustomerRef: { value: '14' },
      TotalAmt: 30,
      PrivateNote,
      Line: [{ Amount: 30, LinkedTxn: [{ TxnId: invoice.Id, TxnType: 'Invoice' }] }],
    })
    books.dates.set(number, INVOICE_DATE)
    expect((await books.historyOf(number)).body.payments).toMatchObject([{ memo }])
  })

  it('is empty for an invoice without payments', async () => {
    expect((await books.historyOf('1016')).body).toEqual({ payments: [] })
  })

  it('accepts only ids from a search within the hour', async () => {
    const { config } = books.desk.desk.dependencies
    const ref = { realmId: HARBOR, customerId: '14', invoiceId: '101' }
    const old = createInvoiceIds(config.keyring, () => Date.now() - 3_601_000).seal(ref)
    const foreign = createInvoiceIds({ current: Buffer.alloc(32, 1), previous: [] }).seal(ref)
    const swapped = createInvoiceIds(config.keyring).seal({ ...ref, customerId: '0' })
    const otherCompany = createInvoiceIds(config.keyring).seal({ ...ref, realmId: '1' })
    const genuine = (await books.search('1003')).body.matchedInvoice.id
    const altered = `${genuine.slice(0, -8)}AAAAAAAA`
    for (const invoiceId of ['101', 'x', old, foreign, swapped, otherCompany, altered]) {
      const { status, body } = await books.desk.call(listPaymentHistory, { body: { invoiceId } })
      expect([status, body]).toEqual([404, MISS])
    }
  })

  it('tells visitors only that it failed', async () => {
    const { body } = await books.search('1003')
    await books.company.throwSwitch('kill-refresh-tokens')
    const failed = await books.desk.call(listPaymentHistory, {
      body: { invoiceId: body.matchedInvoice.id },
    })
    expect([failed.status, failed.body]).toEqual([
      502,
      { error: 'Failed to fetch payment history', code: 'payment_history_failed' },
    ])
  })
})
