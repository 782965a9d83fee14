// The token of an invitation link, kept in this tab so that a reload works.
import { z } from 'zod'
import { openStorage } from '../../../shared/drafts/browser-storage.ts'
import { keepJson, readJson } from '../../../shared/drafts/stored-json.ts'
import { forgetLinkToken, peekLinkToken } from '../../../shared/navigation/link-token.ts'

const KEY = 'invoice-desk.vendor-details'

const storage = openStorage(() => window.sessionStorage)

/** Undefined if this tab has opened no link. */
export const takeDetailsToken = (): string | undefined => {
  const token = peekLinkToken()
  if (token !== undefined) keepJson(storage, KEY, token)
  forgetLinkToken()
  return token ?? readJson(storage, KEY, z.string())
}
