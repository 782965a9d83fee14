// What the customer can do after paying, before and after QuickBooks shows the payment.
import type { PaymentOutcome } from '@invoice-desk/contract/payments/payments'
import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { FoundInvoices } from '../invoices/invoices.ts'
import type { BalanceUpdate } from '../invoices/use-invoice-search.ts'
import { PaidView } from './paid-view.tsx'

const FOUND: FoundInvoices = {
  matchedInvoice: {
    id: 'sealed',
    invoiceNumber: '7',
    date: '2026-11-01',
    dueDate: '2026-12-01',
    amount: 100,
    balance: 100,
    currency: 'USD',
    payments: [],
  },
  relatedInvoices: [],
  customer: { name: 'Cobalt Coffee' },
}

const OUTCOME: PaymentOutcome = {
  paymentId: 'p1',
  status: 'succeeded',
  amount: 60,
  invoiceNumbers: ['7'],
  receipt: {
    number: '20261115-0A',
    paidAt: '2026-11-15T19:31:00.000Z',
    paidWith: 'Visa ending in 4242',
    email: 'pat@cobaltcoffee.example',
    invoices: [{ number: '7', date: '2026-11-01', amount: 60, remaining: 40 }],
  },
}

const markup = (state: BalanceUpdate['state'], found?: FoundInvoices, isChecking = false) =>
  renderToStaticMarkup(
    <MantineProvider>
      <PaidView
        outcome={OUTCOME}
        found={found}
        update={{ state, isChecking, check: () => {} }}
        onSearch={() => {}}
      />
    </MantineProvider>,
  )

/** The button with this text: whether it can be pressed. */
const isEnabled = (html: string, text: string): boolean | undefined => {
  const button = html.match(/<button.*?<\/button>/gs)?.find((each) => each.includes(text))
  return button === undefined ? undefined : !button.includes('aria-disabled="true"')
}
const REST = 'Pay the remaining $40.00'

it('offers the rest once the balances are up to date', () => {
  const html = markup('done', FOUND)
  expect(isEnabled(html, REST)).toBe(true)
  expect(html).not.toContain('role="status"')
})

it('waits, and says why, while the payment is being recorded', () => {
  const html = markup('waiting', FOUND)
  expect(isEnabled(html, REST)).toBe(false)
  expect(html).toContain('Your new balance will be here in a moment.')
  expect(isEnabled(html, 'Back to your invoices')).toBe(true)
})

it('lets the customer check again if that takes long', () => {
  const html = markup('slow', FOUND)
  expect(html).not.toContain(REST)
  expect(html).toContain('It can take a few minutes until your balance is up to date.')
  expect(isEnabled(html, 'Check again')).toBe(true)
  expect(isEnabled(markup('slow', FOUND, true), 'Check again')).toBe(false)
})

it('offers the rest of the receipt, without a sum, if nothing was searched', () => {
  const html = markup('done')
  expect(isEnabled(html, 'Pay the rest')).toBe(true)
  expect(html).not.toContain('Still open')
})
