// Paying invoices: the customer's pages, and the list for staff.
import type { Page } from '@playwright/test'
import { OLD_COPY } from '../copy-stubs.ts'
import {
  BALANCE_CHANGED,
  RECEIPT,
  STUBBED_PATH,
  stubInvoices,
  stubNoDetails,
  stubPayment,
} from '../invoice-stubs.ts'
import { stubPayments } from '../payment-stubs.ts'
import { fillAll, fillCard, fillPayer, pay } from '../payments.ts'
import { STAFF } from '../people.ts'
import { button, heading, type View } from './view.ts'

const payStubbed = async (page: Page) => {
  await fillAll(page)
  await pay(page).pay.click()
}

export const PAYMENT_VIEWS: readonly View[] = [
  {
    name: 'pay-invoice-search',
    path: '/pay-invoice',
    act: (page) => button('Search')(page).click(),
    shows: (page) => page.getByText('This is required.').first(),
  },
  {
    name: 'pay-invoice-card',
    path: STUBBED_PATH,
    stage: stubInvoices,
    act: async (page) => {
      await pay(page).select('1010').check()
      await fillPayer(page, 'pat.payer@cobaltcoffee.example')
      await fillCard(page)
    },
    shows: (page) => pay(page).pay,
  },
  {
    name: 'pay-invoice-proof',
    path: STUBBED_PATH,
    stage: async (page) => {
      await stubInvoices(page)
      await stubNoDetails(page)
    },
    act: (page) => page.getByRole('button', { name: 'Email me a link' }).click(),
    shows: (page) => page.getByText('If we have an email address'),
  },
  {
    name: 'pay-invoice-history',
    path: STUBBED_PATH,
    stage: stubInvoices,
    act: (page) => page.getByRole('button', { name: /history of invoice 1008/i }).click(),
    shows: (page) => page.getByText('pi_3Sample1008HarborFinch'),
  },
  {
    name: 'pay-invoice-paypal',
    path: STUBBED_PATH,
    stage: stubInvoices,
    act: (page) => pay(page).chooseMethod('PayPal'),
    shows: (page) => pay(page).wallet,
  },
  {
    name: 'pay-invoice-unknown',
    path: STUBBED_PATH,
    stage: async (page) => {
      await stubInvoices(page)
      await stubPayment(page, 500, {})
    },
    act: payStubbed,
    shows: (page) => page.getByRole('heading', { name: "We're checking your payment" }),
  },
  {
    name: 'pay-invoice-paid',
    path: STUBBED_PATH,
    stage: async (page) => {
      await stubInvoices(page)
      await stubPayment(page, 200, {
        paymentId: 'p',
        status: 'succeeded',
        amount: 300,
        invoiceNumbers: ['1008'],
        receiptUrl: '/api/payments/receipt?payment=p',
        receipt: RECEIPT,
      })
    },
    act: payStubbed,
    shows: (page) => pay(page).receipt,
  },
  {
    name: 'pay-invoice-balance-changed',
    path: STUBBED_PATH,
    stage: async (page) => {
      await stubInvoices(page, OLD_COPY.asOf)
      await stubPayment(page, 409, BALANCE_CHANGED)
    },
    act: payStubbed,
    shows: (page) => page.getByText(BALANCE_CHANGED.error),
  },
  {
    name: 'payment-success-error',
    path: '/payment-success',
    shows: (page) => page.getByText('No session ID found'),
  },
  {
    name: 'payment-success-done',
    path: '/payment-success?session_id=1',
    shows: heading('Payment Successful!'),
  },
  {
    name: 'payments-list',
    path: '/payments/admin?started=2026-11-01..2026-11-30',
    as: STAFF,
    stage: stubPayments,
    shows: (page) => page.getByRole('table'),
  },
  {
    name: 'payments-filter',
    path: '/payments/admin',
    as: STAFF,
    stage: stubPayments,
    act: (page) => page.getByRole('search').getByRole('button', { name: 'Status' }).click(),
    shows: (page) => page.getByRole('checkbox', { name: 'Outcome unknown' }),
  },
  {
    name: 'payments-details',
    path: '/payments/admin?started=2026-11-01..2026-11-30',
    as: STAFF,
    stage: stubPayments,
    act: async (page) => {
      await page.getByRole('link', { name: /^Details of the payment .* 1009$/ }).click()
      await button('Mark as resolved')(page).click()
    },
    shows: (page) => page.getByLabel('What did you do?'),
  },
  {
    name: 'payments-no-match',
    path: '/payments/admin?search=nobody+paid+this',
    as: STAFF,
    shows: (page) => page.getByText('No payments match these filters.'),
  },
]
