// The payment page with a customer's invoices, and its parts.
import {
  DETAILS,
  FOUND,
  HISTORY,
  RECEIPT,
  STUBBED_PATH,
} from '@invoice-desk/testing/payments/sample-invoices'
import { page } from 'vitest/browser'
import type { Answers } from '../answers.ts'
import { openPage } from '../open-page.tsx'

export const SEARCH = 'POST /api/qbo/search-invoice'
export const INVOICE_DETAILS = 'POST /api/qbo/invoice-details'
export const PAYMENT_HISTORY = 'POST /api/qbo/payment-history'
export const CARD_PAYMENT = 'POST /api/stripe/create-payment'

export const INVOICES: Answers = {
  [SEARCH]: FOUND,
  [INVOICE_DETAILS]: DETAILS,
  [PAYMENT_HISTORY]: { payments: HISTORY },
}

export const openInvoices = (answers: Answers = {}) =>
  openPage(STUBBED_PATH, { as: null, answers: { ...INVOICES, ...answers } })

export const pay = {
  number: page.getByRole('textbox', { name: 'Invoice Number' }),
  date: page.getByLabelText(/^Invoice Date/),
  search: page.getByRole('button', { name: 'Search', exact: true }),
  changeSearch: page.getByRole('button', { name: 'Change the search' }),
  alert: page.getByRole('main').getByRole('alert'),
  customer: page.getByRole('region', { name: 'Customer' }),
  table: page.getByRole('table', { name: 'Invoices' }),
  row: (number: string) =>
    page
      .getByRole('row')
      .filter({ has: page.getByRole('button', { name: new RegExp(`\\b${number} details$`) }) }),
  /** The button that shows what's on an invoice, and what it shows. */
  details: (number: string) =>
    page.getByRole('button', { name: new RegExp(`\\b${number} details$`) }),
  panel: (number: string) => page.getByRole('region', { name: `Invoice ${number}`, exact: true }),
  select: (number: string) => page.getByRole('checkbox', { name: `Select invoice ${number}` }),
  selectAll: page.getByRole('checkbox', { name: 'Select all invoices' }),
  amount: (number: string) =>
    page.getByRole('spinbutton', { name: `Payment for invoice ${number}` }),
  history: (number: string) =>
    page.getByRole('button', { name: new RegExp(`history of invoice ${number}$`, 'i') }),
  dialog: page.getByRole('dialog'),
  card: page.getByRole('region', { name: 'Payment Information' }),
  summary: page.getByRole('region', { name: 'Summary' }),
  chooseMethod: (name: 'Credit Card' | 'PayPal') =>
    page.getByRole('radiogroup', { name: 'Payment method' }).getByText(name).click(),
  company: page.getByRole('textbox', { name: 'Company Name' }),
  payer: page.getByRole('textbox', { name: 'Payer Name' }),
  email: page.getByRole('textbox', { name: 'Email' }),
  cardNumber: page.getByRole('textbox', { name: 'Card number' }),
  consent: page.getByRole('checkbox', {
    name: 'I authorize this payment and agree to the terms of service',
  }),
  pay: page.getByRole('button', { name: /^(Pay \$|Processing)/ }),
  wallet: page.getByRole('button', { name: 'Pay with PayPal' }),
  success: page.getByRole('heading', { name: 'Payment processed successfully!' }),
  receipt: page.getByRole('link', { name: 'Download receipt' }),
}

export const fillPayer = async (email = 'Pat.Payer@Juniper.example ') => {
  await pay.company.fill('Juniper Hall')
  await pay.payer.fill('Pat Payer')
  await pay.email.fill(email)
}

/** Fills in everything that a card payment needs. */
export const fillAll = async () => {
  await fillPayer()
  await pay.cardNumber.fill('4242424242424242')
  await pay.consent.click()
}

/** $300.00 of $400.00. */
export const PAID = {
  paymentId: 'p',
  status: 'succeeded',
  amount: 300,
  invoiceNumbers: ['1008'],
  receiptUrl: '/api/payments/receipt?payment=p',
  receipt: RECEIPT,
}
