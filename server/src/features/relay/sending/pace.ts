// Keeps the sends of each Gmail account within Gmail's quota, across processes.
import type { Dependencies } from '../../../dependencies.ts'
import { createRateLimits } from '../../../http/rate-limits.ts'

/** Counts a send, and returns how many seconds it has to wait. */
export const createPace = ({ config, database }: Pick<Dependencies, 'config' | 'database'>) => {
  const rateLimits = createRateLimits(database.pool, config)
  return async (mailboxId: string): Promise<number> => {
    const sends = rateLimits.counter('relay_send', mailboxId)
    if (!(await sends.count()) || !sends.counted) return 0
    const { points, seconds } = sends.limit
    const left = Math.max(1, Math.ceil((sends.counted.endsAt - Date.now()) / 1_000))
    // The next minute has no room for all of a backlog.
    return left + seconds * Math.floor((sends.counted.points - points - 1) / points)
  }
}
