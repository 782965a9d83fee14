// Holds requests back, so that a test can see what the page shows while it waits.
import type { Page, Route } from '@playwright/test'

/** Holds matching requests until they're released; then they continue, or end as `end` says. */
export const holdRequests = async (
  page: Page,
  url: string | RegExp,
  end = (route: Route): Promise<void> => route.continue(),
): Promise<() => void> => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await held
    await end(route)
  })
  return release
}
