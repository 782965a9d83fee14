// Stubbed answers about how current the QuickBooks data is.
import type { Page } from '@playwright/test'

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

export const filling = (done: number) => ({
  state: 'filling',
  isOld: false,
  progress: { done, total: 300_000 },
})

export const readyCopy = (minutes: number) => ({
  state: 'ready',
  isOld: false,
  asOf: minutesAgo(minutes),
})

export const OLD_COPY = {
  state: 'ready',
  isOld: true,
  asOf: '2026-11-16T14:05:00.000Z',
  problem: "QuickBooks isn't responding.",
}

/** Answers with one status after the other, and repeats the last one. */
export const stubCopy = (page: Page, ...statuses: readonly object[]) => {
  const left = [...statuses]
  return page.route('**/api/qbo/copy', (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ json: left.length > 1 ? left.shift() : left[0] })
      : route.fallback(),
  )
}

/** The answer to "Refresh now". */
export const stubRefresh = (page: Page, status: number, json: object) =>
  page.route('**/api/qbo/copy', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status, json }) : route.fallback(),
  )
