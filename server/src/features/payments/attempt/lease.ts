// Keeps an attempt leased to one worker. The lease is short and renewed while the work runs, so an attempt held by a
// killed process is free within seconds, no matter how long a provider takes to answer.
import type { Db } from '../../../db/client.ts'
import { type Attempt, releaseLease, renewLease } from '../queries.ts'
import { LEASE_RENEWAL_MS } from './attempt.ts'

/** Afterwards the lease ends, unless the work's last move has already ended it. */
export const withLease = async <T extends { readonly attempt: Attempt }>(
  db: Db,
  { id, leasedUntil: end }: Attempt,
  work: () => Promise<T>,
): Promise<T> => {
  let leasedUntil = end
  let renewal = Promise.resolve()
  const renew = async (): Promise<void> => {
    if (leasedUntil) leasedUntil = await renewLease(db, { id, leasedUntil })
  }
  const timer = setInterval(() => {
    // A brief database outage costs one renewal, and the lease survives three missed ones.
    renewal = renewal.then(renew).catch(() => {})
  }, LEASE_RENEWAL_MS)
  let isReleased = false
  try {
    const result = await work()
    isReleased = result.attempt.leasedUntil === null
    return result
  } finally {
    clearInterval(timer)
    await renewal
    if (leasedUntil && !isReleased) await releaseLease(db, { id, leasedUntil })
  }
}
