// Tokens whose signature was found good a moment ago. Kept by hash, few, and not for long: a key that its issuer
// withdraws ends its tokens within the minute, and an expired token is never found here.
import { hash } from 'node:crypto'

const TOKENS_MAX = 1_000
const BELIEVED_MS = 60_000

export type VerifiedTokens<T> = {
  find(token: string): T | undefined
  keep(token: string, identity: T): void
}

/** `exp` is in seconds since the epoch. */
export const createVerifiedTokens = <T extends { readonly exp: number }>(
  now: () => number = () => Date.now(),
): VerifiedTokens<T> => {
  const kept = new Map<string, { identity: T; until: number }>()
  return {
    find: (token) => {
      const key = hash('sha256', token)
      const found = kept.get(key)
      if (found && found.until > now()) return found.identity
      kept.delete(key)
      return undefined
    },
    keep: (token, identity) => {
      const oldest = kept.size >= TOKENS_MAX ? kept.keys().next().value : undefined
      if (oldest !== undefined) kept.delete(oldest)
      const until = Math.min(now() + BELIEVED_MS, identity.exp * 1_000)
      kept.set(hash('sha256', token), { identity, until })
    },
  }
}
