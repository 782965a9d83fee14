// One customer's invoices in every state, for pages without a server.

const payment = (id: string, date: string, amount: number) => ({ id, date, amount })

export const invoice = (
  invoiceNumber: string,
  date: string,
  dueDate: string,
  amount: number,
  ...payments: readonly ReturnType<typeof payment>[]
) => ({
  id: `sealed-${invoiceNumber}`,
  invoiceNumber,
  date,
  dueDate,
  amount,
  balance: payments.reduce((rest, each) => rest - each.amount, amount),
  currency: 'USD',
  payments,
})

const MATCHED = invoice('1008', '2026-09-15', '2026-10-15', 560, payment('71', '2026-10-25', 160))

export const FOUND = {
  matchedInvoice: MATCHED,
  relatedInvoices: [
    invoice('1010', '2026-11-09', '2099-12-09', 332.5),
    invoice('1007', '2026-08-31', '2026-09-30', 1900, payment('70', '2026-09-26', 1900)),
    invoice('1009', '2026-10-13', '2026-11-12', 504),
  ],
  customer: { name: 'Cobalt Coffee Roasters' },
}

/** The invoice that was searched for comes after many others. */
export const LONG_LIST = {
  ...FOUND,
  relatedInvoices: Array.from({ length: 20 }, (_, index) =>
    invoice(`${900 + index}`, '2026-03-02', '2026-04-01', 75),
  ),
}

export const HISTORY = [
  {
    id: '71',
    date: '2026-10-25',
    amount: 160,
    method: 'stripe',
    memo: 'Stripe payment (ID: pi_3Sample1008HarborFinch)',
    creditMemos: [],
    isMultiInvoicePayment: false,
    totalAmount: 160,
    currency: 'USD',
  },
  {
    id: '72',
    date: '2026-10-20',
    amount: 570,
    method: 'Check',
    memo: 'Check 5518',
    creditMemos: [],
    isMultiInvoicePayment: true,
    totalAmount: 1495,
    currency: 'USD',
  },
  {
    id: '73',
    date: '2026-10-18',
    amount: 190,
    method: 'credit_memo',
    memo: '',
    creditMemos: [{ id: '9', number: 'CM-101', amount: 190 }],
    isMultiInvoicePayment: false,
    totalAmount: 0,
    currency: 'USD',
  },
]

const item = (description: string, quantity: number, rate: number, more: object = {}) => ({
  kind: 'item',
  item: '',
  description,
  quantity,
  rate,
  amount: quantity * rate,
  ...more,
})

/** On invoice 1008: each kind of line and total. */
export const DETAILS = {
  lines: [
    item('Autumn menu, layout and print files', 4, 85, { item: 'Design', date: '2026-09-08' }),
    { kind: 'group', item: '', description: 'Window lettering', quantity: 1, amount: 160 },
    item('Panes', 2, 75, { kind: 'part' }),
    item('Cut vinyl, per square inch', 800, 0.0125, { kind: 'part' }),
    { kind: 'text', item: '', description: 'Delivered to 12 Wharf Street.' },
  ],
  subtotal: 500,
  discount: 25,
  discountPercent: 5,
  shipping: 45,
  tax: 40,
  isTaxIncluded: false,
  total: 560,
  deposit: 60,
  payments: 60,
  credits: 40,
  balance: 400,
  currency: 'USD',
  message: 'Thank you for your business.',
}

export const BALANCE_CHANGED = {
  error: 'This balance changed. It is now $340.00.',
  code: 'balance_changed',
  field: 'invoices.0.amount',
  invoices: [
    { id: 'sealed-1008-again', balance: 340, amount: 500 },
    { id: 'sealed-1010-again', balance: 332.5, amount: 332.5 },
  ],
}

/** The receipt of a payment that leaves $100.00 open. */
export const RECEIPT = {
  number: '20261115-3F2A9C01',
  paidAt: '2026-11-15T19:31:00.000Z',
  paidWith: 'Visa ending in 4242',
  email: 'pat.payer@cobaltcoffee.example',
  invoices: [{ number: '1008', date: '2026-09-15', amount: 300, remaining: 100 }],
}

export const STUBBED_PATH = '/pay-invoice?invoice=1008&date=2026-09-15'
