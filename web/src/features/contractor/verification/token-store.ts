// Keeps the verification token in the browser, for at most 90 days.
import { VERIFICATION_DAYS_MAX } from '@invoice-desk/contract/values/limits'
import { z } from 'zod'
import { type BrowserStorage, openStorage } from '../../../shared/drafts/browser-storage.ts'
import { keepJson, readJson } from '../../../shared/drafts/stored-json.ts'

export const TOKEN_KEY = 'invoice-desk.verification'

const AGE_MS_MAX = VERIFICATION_DAYS_MAX * 24 * 3_600_000

const keptToken = z.object({ token: z.string().min(1), timestamp: z.number() })

export type TokenStore = ReturnType<typeof createTokenStore>

export const createTokenStore = (storage: BrowserStorage, now: () => number = Date.now) => {
  const clear = () => storage.removeItem(TOKEN_KEY)
  const read = (): string | undefined => {
    const kept = readJson(storage, TOKEN_KEY, keptToken)
    if (kept && now() - kept.timestamp <= AGE_MS_MAX) return kept.token
    clear()
    return undefined
  }
  return {
    /** Removes a token that is too old or unreadable. */
    read,
    keep: (token: string) => {
      // Opening the same link again doesn't extend the 90 days.
      if (read() !== token) keepJson(storage, TOKEN_KEY, { token, timestamp: now() })
    },
    clear,
  }
}

export const tokenStore = createTokenStore(openStorage(() => window.localStorage))
