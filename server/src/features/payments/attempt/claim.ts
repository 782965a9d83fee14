// Keeps an attempt in the hands of whoever works on it. A claim is short and renewed while the work goes on, so
// that what a killed process held is free within seconds, however long a provider may take to answer.
import type { Db } from '../../../db/client.ts'
import { type Attempt, releaseClaim, renewClaim } from '../queries.ts'
import { CLAIM_RENEWAL_MS } from './attempt.ts'

const keepClaim = (db: Db, { id, claimedUntil: begun }: Attempt) => {
  let claimedUntil = begun
  let renewal = Promise.resolve()
  const renew = async (): Promise<void> => {
    if (claimedUntil) claimedUntil = await renewClaim(db, { id, claimedUntil })
  }
  const timer = setInterval(() => {
    // A database that is away for a moment costs a renewal, and the claim lasts for three.
    renewal = renewal.then(renew).catch(() => {})
  }, CLAIM_RENEWAL_MS)
  return {
    /** The claim lasts for its last seconds. */
    stop: async (): Promise<void> => {
      clearInterval(timer)
      await renewal
    },
    release: async (): Promise<void> => {
      if (claimedUntil) await releaseClaim(db, { id, claimedUntil })
    },
  }
}

/** For work after which the caller goes on with the attempt. */
export const whileClaimed = async <T>(
  db: Db,
  attempt: Attempt,
  work: () => Promise<T>,
): Promise<T> => {
  const claim = keepClaim(db, attempt)
  return work().finally(claim.stop)
}

/** For work after which the attempt is anybody's. */
export const thenRelease = async <T>(
  db: Db,
  attempt: Attempt,
  work: () => Promise<T>,
): Promise<T> => {
  const claim = keepClaim(db, attempt)
  return work().finally(() => claim.stop().then(claim.release))
}
