// Stubbed answers: one customer's invoices in every state, so that screenshots stay the same.
import { DETAILS, FOUND, HISTORY } from '@invoice-desk/testing/payments/sample-invoices'
import type { Page } from '@playwright/test'

export {
  BALANCE_CHANGED,
  RECEIPT,
  STUBBED_PATH,
} from '@invoice-desk/testing/payments/sample-invoices'

/** With `asOf`, as while QuickBooks can't be reached. */
export const stubInvoices = async (page: Page, asOf?: string) => {
  await page.route('**/api/qbo/search-invoice', (route) =>
    route.fulfill({ json: { ...FOUND, asOf } }),
  )
  await page.route('**/api/qbo/payment-history', (route) =>
    route.fulfill({ json: { payments: HISTORY, asOf } }),
  )
  await page.route('**/api/qbo/invoice-details', (route) =>
    route.fulfill({ json: { ...DETAILS, asOf } }),
  )
}

/** The visitor hasn't shown yet that they are the customer. */
export const stubNoDetails = async (page: Page) => {
  await page.route('**/api/qbo/invoice-details', (route) =>
    route.fulfill({ status: 403, json: { error: 'Not yet.', code: 'customer_proof_required' } }),
  )
  await page.route('**/api/qbo/customer-pass/email', (route) => route.fulfill({ json: {} }))
}

/** The answer to a card payment. */
export const stubPayment = (page: Page, status: number, json: object) =>
  page.route('**/api/stripe/create-payment', (route) => route.fulfill({ status, json }))
