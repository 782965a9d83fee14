// Keeps the verification token in the browser, for at most 90 days.
import { VERIFICATION_DAYS_MAX } from '@invoice-desk/contract/limits'
import { z } from 'zod'
import { openShelf, type Shelf } from '../../../shared/shelf.ts'

export const TOKEN_KEY = 'invoice-desk.verification'

const AGE_MS_MAX = VERIFICATION_DAYS_MAX * 24 * 3_600_000

export type TokenStore = ReturnType<typeof createTokenStore>

export const createTokenStore = (shelf: Shelf, now: () => number = Date.now) => {
  const clear = () => shelf.removeItem(TOKEN_KEY)
  const read = (): string | undefined => {
    const text = shelf.getItem(TOKEN_KEY)
    if (text === null) return undefined
    const token = readKept(text, now())
    if (token === undefined) clear()
    return token
  }
  return {
    /** Removes a token that is too old or unreadable. */
    read,
    keep: (token: string) => {
      // Opening the same link again doesn't extend the 90 days.
      if (read() === token) return
      try {
        shelf.setItem(TOKEN_KEY, JSON.stringify({ token, timestamp: now() }))
      } catch {
        // The storage is full, so the next visit needs the link again.
      }
    },
    clear,
  }
}

export const tokenStore = createTokenStore(openShelf(() => window.localStorage))

const kept = z.object({ token: z.string().min(1), timestamp: z.number() })

const readKept = (text: string, now: number): string | undefined => {
  try {
    const { token, timestamp } = kept.parse(JSON.parse(text))
    return now - timestamp <= AGE_MS_MAX ? token : undefined
  } catch {
    return undefined
  }
}
