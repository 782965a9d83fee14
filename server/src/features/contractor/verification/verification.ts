// Creates, hashes and checks the tokens of verification links.
import { hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { VERIFICATION_DAYS_MAX } from '@invoice-desk/contract/limits'

const TOKEN_BYTES = 32
const DAY_MS = 24 * 3_600_000

/** Only the email contains the token. The database stores its hash. */
export const createToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url')

export const hashToken = (token: string): string => hash('sha256', token)

export const isTokenOf = (token: string, tokenHash: string): boolean =>
  timingSafeEqual(Buffer.from(hashToken(token)), Buffer.from(tokenHash))

export const expiryFrom = (now: Date): Date =>
  new Date(now.getTime() + VERIFICATION_DAYS_MAX * DAY_MS)

/** Whole days, rounded up. */
export const daysRemaining = (expiresAt: Date, now: Date): number =>
  Math.max(0, Math.ceil((expiresAt.getTime() - now.getTime()) / DAY_MS))

export const stateOf = (
  verification: Readonly<{ expiresAt: Date; revokedAt: Date | null }> | undefined,
  now: Date,
): 'valid' | 'expired' | 'invalid' => {
  if (!verification || verification.revokedAt) return 'invalid'
  return verification.expiresAt > now ? 'valid' : 'expired'
}
