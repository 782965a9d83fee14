// Says how long a verification link is valid.
import { VERIFICATION_DAYS_MAX } from '@invoice-desk/contract/values/limits'

const DAY_MS = 24 * 3_600_000

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
