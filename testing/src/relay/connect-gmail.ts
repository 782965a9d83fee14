// Connects a Gmail account to the mail relay, as people do on its page and on Google's.
import {
  finishGmailConnection,
  type RelayMailbox,
  startGmailConnection,
} from '@invoice-desk/contract/relay/mail-relay'
import { type AnyDesk, staffTokenOf } from '../app/any-desk.ts'
import { chooseOnPage } from '../http/caller.ts'
import { type CookieJar, createCookieJar } from '../http/cookie-jar.ts'
import { STAFF } from '../people.ts'
import { askSandbox } from '../sandbox/control.ts'

/** A personal account: it can send to 500 people per day. */
export const GMAIL = 'harbor.scans@gmail.example'

type Consent = {
  /** The Gmail account. The sandbox creates it if it doesn't know it. */
  readonly address?: string
  /** The person who connects it. */
  readonly as?: string
  readonly jar?: CookieJar
  /** False if the person unticks the permission. */
  readonly grants?: boolean
}

/** Consents on Google's page; returns the parameters of the redirect back. */
export const consentToGmail = async (
  desk: AnyDesk,
  { address = GMAIL, as = STAFF, jar = createCookieJar(), grants = true }: Consent = {},
): Promise<Record<string, string>> => {
  await askSandbox(desk.sandbox, 'POST', '/google/accounts', { email: address })
  const token = await staffTokenOf(desk, as)
  const started = await desk.call(startGmailConnection, { token, jar })
  const fields: Record<string, string> = grants ? { gmail: 'yes' } : {}
  return chooseOnPage(jar, started.body.url, { email: address, until: desk.url, fields })
}

/** Connects or reconnects the account. */
export const connectGmail = async (
  desk: AnyDesk,
  { as = STAFF, jar = createCookieJar(), ...consent }: Consent = {},
): Promise<RelayMailbox> => {
  const body = await consentToGmail(desk, { ...consent, as, jar })
  const token = await staffTokenOf(desk, as)
  const answer = await desk.call(finishGmailConnection, { token, jar, body })
  if (answer.status !== 200) throw new Error(`not connected: ${JSON.stringify(answer.body)}`)
  return answer.body
}
