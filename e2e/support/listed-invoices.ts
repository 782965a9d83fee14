// A stubbed list of invoices in every status.
import { INVOICE_LIST } from '@invoice-desk/testing/sample-invoice-list'
import type { Page } from '@playwright/test'

export const stubInvoices = (page: Page) =>
  page.route('**/api/cup/invoices?*', (route) => route.fulfill({ json: INVOICE_LIST }))
