// Connects the app to a sample company in QuickBooks, as staff do on the connections page.
import {
  startQboConnection,
  validateQboConnection,
} from '@invoice-desk/contract/accounting/connection'
import type { Answer, Caller } from '../http/caller.ts'
import { type CookieJar, createCookieJar } from '../http/cookie-jar.ts'

export const HARBOR = '9341453100000001'
export const TIDEWATER = '9341453100000002'

/** For the sandbox's `rate` switch: no limits, and a retry after one second for a 429 fault. */
export const NO_RATE = { perSecond: 0, perMinute: 0, retryAfterSeconds: 1 }

/** Chooses this company on the authorization page; returns the parameters of the redirect back. */
export const authorize = async (
  desk: Caller,
  token: string,
  realmId: string,
  jar: CookieJar,
): Promise<Record<string, string>> => {
  const started = await desk.call(startQboConnection, { token, jar })
  if (started.status !== 200) throw new Error(`No connection: ${JSON.stringify(started.body)}`)
  const url = new URL(started.body.url)
  const form = new URLSearchParams({ ...Object.fromEntries(url.searchParams), realmId })
  const back = await jar.follow(url.href, { method: 'POST', body: form }, desk.url)
  return Object.fromEntries(new URL(back.url).searchParams)
}

/** Connects or reconnects, which also refreshes the lists from QuickBooks. */
export const connectCompany = async (
  desk: Caller,
  token: string,
  realmId: string,
): Promise<Answer> => {
  const jar = createCookieJar()
  const body = await authorize(desk, token, realmId, jar)
  return desk.call(validateQboConnection, { token, jar, body })
}
