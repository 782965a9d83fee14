// Stubbed tests of services.
import { HEALTH } from '@invoice-desk/testing/sample-health'
import type { Page } from '@playwright/test'

export const stubHealth = (page: Page) =>
  page.route('**/api/health/services', (route) => route.fulfill({ json: HEALTH }))
