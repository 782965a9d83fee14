// The desk's connection to the sample company, made as the signed-in person but without its pages.
import type { APIRequestContext, Page } from '@playwright/test'

export const HARBOR_AND_FINCH = '9341453100000001'

/** The bearer token of whoever is signed in on the page. */
const tokenOf = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.parse(sessionStorage['invoice-desk.auth']).idToken)

/** Connects or reconnects, which also makes the desk read QuickBooks' lists anew. */
export const connectQuickBooks = async (page: Page) => connectAs(page.request, await tokenOf(page))

/** The same for whoever this token speaks for, in a browser that has no page open. */
export const connectAs = async (browser: APIRequestContext, token: string) => {
  const headers = { authorization: `Bearer ${token}` }
  const started = await browser.get('/api/auth/qbo/start', { headers })
  const url = new URL((await started.json()).url)
  const form = { ...Object.fromEntries(url.searchParams), realmId: HARBOR_AND_FINCH }
  const authorized = await browser.post(url.href, { form, maxRedirects: 0 })
  const back = new URL(authorized.headers().location ?? '', url)
  const data = Object.fromEntries(back.searchParams)
  const stored = await browser.post('/api/auth/qbo/validate', { headers, data })
  if (!stored.ok()) throw new Error(`QuickBooks was not connected: ${await stored.text()}`)
}
