// The desk's connection to the sample company, made as the signed-in person but without its pages.
import { createCaller } from '@invoice-desk/testing/caller'
import { connectCompany, HARBOR } from '@invoice-desk/testing/quickbooks'
import type { Page } from '@playwright/test'

/** The bearer token of whoever is signed in on the page. */
export const tokenOf = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.parse(sessionStorage['invoice-desk.auth']).idToken)

/** Connects or reconnects, which also makes the desk read QuickBooks' lists again. */
export const connectQuickBooks = async (page: Page) => {
  const desk = createCaller(new URL(page.url()).origin)
  const { status, body } = await connectCompany(desk, await tokenOf(page), HARBOR)
  if (status !== 200) throw new Error(`QuickBooks was not connected: ${JSON.stringify(body)}`)
}
