// Tests that the amounts on an invoice add up, whatever QuickBooks sends.
import { expect, it } from 'vitest'
import { detailsOf } from './details-rules.ts'
import type { Invoice, Payment } from './queries.ts'

const line = (amountCents: number, more = {}) => ({
  kind: 'item' as const,
  item: 'Design',
  description: 'Menu',
  amountCents,
  ...more,
})
type Content = NonNullable<Invoice['content']>

const invoiceOf = (
  change: Partial<Omit<Invoice, 'content'>> = {},
  content: Partial<Content> = {},
) => ({
  id: '7',
  number: '1',
  customerId: '1',
  customerName: 'Cobalt',
  date: '2026-10-01',
  dueDate: '2026-10-31',
  currency: 'USD',
  totalCents: 10_000,
  balanceCents: 10_000,
  paymentIds: [],
  content: { lines: [line(10_000)], discountCents: 0, shippingCents: 0, ...content },
  taxCents: 0,
  isTaxIncluded: false,
  depositCents: 0,
  message: '',
  billTo: [],
  ...change,
})
const paymentOf = (totalCents: number, change: Partial<Payment> = {}): Payment => ({
  id: '9',
  customerId: '1',
  date: '2026-10-05',
  currency: 'USD',
  totalCents,
  unappliedCents: 0,
  memo: '',
  methodId: undefined,
  invoices: [{ id: '7', amountCents: totalCents }],
  creditMemos: [],
  ...change,
})
const memo = (amountCents: number) => ({ id: '8', amountCents })

it('adds shipping and tax to the subtotal and subtracts the discount', () => {
  const change = { totalCents: 10_300, balanceCents: 10_300, taxCents: 800 }
  const content = { discountCents: 1_000, discountPercent: 10, shippingCents: 500 }
  expect(detailsOf(invoiceOf(change, content), [])).toMatchObject({
    subtotal: 100,
    discount: 10,
    discountPercent: 10,
    shipping: 5,
    tax: 8,
    isTaxIncluded: false,
    total: 103,
    balance: 103,
  })
})

it('says that prices include the tax only if they do', () => {
  const taxed = { isTaxIncluded: true, taxCents: 1_600 }
  expect(detailsOf(invoiceOf(taxed), [])).toMatchObject({ subtotal: 100, isTaxIncluded: true })
  const net = invoiceOf({ ...taxed, totalCents: 11_600 })
  expect(detailsOf(net, [])).toMatchObject({ subtotal: 100, tax: 16, isTaxIncluded: false })
})

it.each<[string, Payment[], { payments: number; credits: number }]>([
  ['a payment', [paymentOf(4_000)], { payments: 40, credits: 0 }],
  [
    'a credit memo',
    [paymentOf(0, { invoices: [{ id: '7', amountCents: 4_000 }], creditMemos: [memo(4_000)] })],
    { payments: 0, credits: 40 },
  ],
  [
    'a payment with a credit memo',
    [paymentOf(2_500, { invoices: [{ id: '7', amountCents: 4_000 }], creditMemos: [memo(1_500)] })],
    { payments: 25, credits: 15 },
  ],
  [
    'a payment of several invoices with a credit memo',
    [
      paymentOf(5_000, {
        invoices: [
          { id: '7', amountCents: 4_000 },
          { id: '6', amountCents: 2_500 },
        ],
        creditMemos: [memo(1_500)],
      }),
    ],
    { payments: 40, credits: 0 },
  ],
  ['something that we do not know', [], { payments: 40, credits: 0 }],
  [
    'a credit memo that the balance does not show yet',
    [paymentOf(0, { invoices: [{ id: '7', amountCents: 9_000 }], creditMemos: [memo(9_000)] })],
    { payments: 0, credits: 40 },
  ],
])('subtracts the deposit and %s from the total', (_case, payments, expected) => {
  const details = detailsOf(invoiceOf({ balanceCents: 5_000, depositCents: 1_000 }), payments)
  expect(details).toMatchObject({ ...expected, deposit: 10, balance: 50 })
  const { total, deposit, credits, balance } = details
  expect(total - deposit - details.payments - credits).toBe(balance)
})

it('never shows negative payments, even if the balance does not include the deposit', () => {
  const details = detailsOf(invoiceOf({ balanceCents: 9_500, depositCents: 1_000 }), [])
  expect(details).toMatchObject({ deposit: 5, payments: 0, credits: 0, balance: 95 })
})

it('shows lines as they are printed', () => {
  const lines = [
    { kind: 'text' as const, item: '', description: 'As agreed', amountCents: 0 },
    line(2_000, { item: 'menu ', quantity: 4, rate: 5, date: '2026-09-30' }),
    { kind: 'group' as const, item: 'Kit', description: '', quantity: 1, amountCents: 0 },
    line(5_000, { kind: 'part' }),
    line(1_000, { kind: 'part' }),
    line(2_000, { description: '' }),
  ]
  expect(detailsOf(invoiceOf({}, { lines }), []).lines).toEqual([
    { kind: 'text', item: '', description: 'As agreed' },
    {
      kind: 'item',
      item: '',
      description: 'Menu',
      date: '2026-09-30',
      quantity: 4,
      rate: 5,
      amount: 20,
    },
    { kind: 'group', item: 'Kit', description: '', quantity: 1, amount: 60 },
    { kind: 'part', item: 'Design', description: 'Menu', amount: 50 },
    { kind: 'part', item: 'Design', description: 'Menu', amount: 10 },
    { kind: 'item', item: 'Design', description: '', amount: 20 },
  ])
})
