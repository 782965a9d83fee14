// The verification token as the browser keeps it: with the time it was stored, and for 90 days at most.
import { VERIFICATION_DAYS_MAX } from '@invoice-desk/contract/limits'
import type { Shelf } from '../../../shared/shelf.ts'

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
    /** The token that is kept. One that is too old or unreadable is removed rather than read. */
    read,
    keep: (token: string) => {
      // The days count from the first storing, however often the same link is opened.
      if (read() === token) return
      try {
        shelf.setItem(TOKEN_KEY, JSON.stringify({ token, timestamp: now() }))
      } catch {
        // A full storage only means that the link is needed again next time.
      }
    },
    clear,
  }
}

const readKept = (text: string, now: number): string | undefined => {
  try {
    const { token, timestamp }: Record<string, unknown> = JSON.parse(text) ?? {}
    if (typeof token !== 'string' || token === '' || typeof timestamp !== 'number') return undefined
    const age = now - timestamp
    return age <= AGE_MS_MAX ? token : undefined
  } catch {
    return undefined
  }
}
