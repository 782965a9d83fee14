// Stubbed charts of the overview: what a desk has taken in and paid depends on what else ran on it.
import { MONEY_IN, MONEY_OUT } from '@invoice-desk/testing/sample-money'
import type { Page } from '@playwright/test'

export const stubMoney = async (page: Page) => {
  await page.route('**/api/overview/money-in', (route) => route.fulfill({ json: MONEY_IN }))
  await page.route('**/api/overview/money-out', (route) => route.fulfill({ json: MONEY_OUT }))
}
