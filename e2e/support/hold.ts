// Answers that come when the journey says so: what is only there for a moment can then be seen for certain.
import type { Page, Route } from '@playwright/test'

/** Keeps such requests waiting until they are let go; then they go on, or end in another way. */
export const holdRequests = async (
  page: Page,
  url: string | RegExp,
  end = (route: Route): Promise<void> => route.continue(),
): Promise<() => void> => {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await held
    await end(route)
  })
  return letGo
}
