// The token of an invitation link, kept in this tab so that a reload works.
import { z } from 'zod'
import { openStorage } from '../../../shared/browser-storage.ts'
import { forgetLinkToken, peekLinkToken } from '../../../shared/link-token.ts'
import { keepJson, readJson } from '../../../shared/stored-json.ts'

const KEY = 'invoice-desk.vendor-details'

const storage = openStorage(() => window.sessionStorage)

/** Undefined if this tab has opened no link. */
export const takeDetailsToken = (): string | undefined => {
  const token = peekLinkToken()
  if (token !== undefined) keepJson(storage, KEY, token)
  forgetLinkToken()
  return token ?? readJson(storage, KEY, z.string())
}
