// Answers the search over everything with hits of each kind.
import { FOUND_ANYTHING } from '@invoice-desk/testing/sample-search'
import type { Page } from '@playwright/test'

export const stubSearch = (page: Page) =>
  page.route('**/api/search*', (route) => route.fulfill({ json: FOUND_ANYTHING }))
