// Stubbed answers: payments in every state and a reconciliation with differences, so that screenshots stay the same.
import {
  ATTEMPT,
  ATTEMPT_LIST,
  RECONCILIATION,
} from '@invoice-desk/testing/payments/sample-attempts'
import type { Page } from '@playwright/test'

export const stubPayments = async (page: Page) => {
  await page.route('**/api/payments/admin/attempts?*', (route) =>
    route.fulfill({ json: ATTEMPT_LIST }),
  )
  await page.route('**/api/payments/admin/attempt?*', (route) => route.fulfill({ json: ATTEMPT }))
  await page.route('**/api/payments/admin/reconciliations', (route) =>
    route.fulfill({ json: { reconciliations: [RECONCILIATION] } }),
  )
}
