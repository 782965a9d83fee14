// Leaves for Google's consent page, and connects the Gmail account that someone chose there.
import {
  finishGmailConnection,
  type RelayMailbox,
  startGmailConnection,
} from '@invoice-desk/contract/relay/mail-relay'
import type { z } from 'zod'
import { type CallInput, call, perform } from '../../shared/api/api.ts'
import { ApiError } from '../../shared/api/api-error.ts'
import { openStorage } from '../../shared/drafts/browser-storage.ts'
import { keepJson, readJson } from '../../shared/drafts/stored-json.ts'

const storage = openStorage(() => window.sessionStorage)
const ASKED = 'relay account to connect again'

const askedAccount = finishGmailConnection.response.pick({ address: true, state: true })

/** The account to connect again. */
export type Asked = z.infer<typeof askedAccount>

/** Remembers which account was asked for: on Google's page, people can choose another one. */
export const redirectToGmail = async (asked?: Asked): Promise<void> => {
  const query = asked ? { address: asked.address } : {}
  const { url } = await call(startGmailConnection, { query }).catch(explain)
  keepJson(storage, ASKED, asked ?? null)
  window.location.assign(url)
}

export const findAsked = (): Asked | undefined => readJson(storage, ASKED, askedAccount)

/** Undefined when the server's answer can't be read; the account is connected anyway. */
type Connected = RelayMailbox | undefined

const exchanges = new Map<string, Promise<Connected>>()

/** A code can be exchanged only once, so a second call with the same code reuses the first call's answer. */
export const connectGmail = (
  returned: CallInput<typeof finishGmailConnection, 'body'>,
): Promise<Connected> => {
  const exchange =
    exchanges.get(returned.code) ??
    perform(finishGmailConnection, { body: returned }).catch(explain)
  exchanges.set(returned.code, exchange)
  return exchange
}

/** The general text is about signing in. */
const explain = (error: unknown): never => {
  if (!(error instanceof ApiError) || !error.is('google_unavailable')) throw error
  const { code, status } = error
  throw new ApiError('Google isn’t responding. Please try again in a moment.', { code, status })
}
