// Stubbed mail relay, so that screenshots stay the same.
import {
  NEW_DEVICE,
  NEW_RELAY,
  RELAY,
  RELAY_MESSAGES,
} from '@invoice-desk/testing/relay/sample-relay'
import type { Page } from '@playwright/test'

/** Fulfilled with what the page asks for, and a password for a new device. */
export const stubRelay = async (page: Page) => {
  await page.route('**/api/mail-relay', (route) => route.fulfill({ json: RELAY }))
  await page.route('**/api/mail-relay/messages*', (route) =>
    route.fulfill({ json: RELAY_MESSAGES }),
  )
  await page.route('**/api/mail-relay/devices', (route) => route.fulfill({ json: NEW_DEVICE }))
}

export const stubNewRelay = (page: Page) =>
  page.route('**/api/mail-relay', (route) => route.fulfill({ json: NEW_RELAY }))
