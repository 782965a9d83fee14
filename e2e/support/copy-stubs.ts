// Stubbed answers about how current the QuickBooks data is.
import type { Page } from '@playwright/test'

export const filling = (done: number) => ({
  state: 'filling',
  isOld: false,
  progress: { done, total: 300_000 },
})

export const OLD_COPY = {
  state: 'ready',
  isOld: true,
  asOf: '2026-11-16T14:05:00.000Z',
  problem: "QuickBooks isn't responding.",
}

export const stubCopy = (page: Page, status: object) =>
  page.route('**/api/qbo/copy', (route) =>
    route.request().method() === 'GET' ? route.fulfill({ json: status }) : route.fallback(),
  )
