// Lifts the floor of the pending list over what has been decided, now and then, when someone looks at the list.
import { IS_PENDING } from '../../db/schema/contractor.ts'
import type { Dependencies } from '../../dependencies.ts'

const LIFT_EVERY_MS = 2_000

/**
 * A submission in flight has a moment of the last minute at the earliest, so up to an hour ago all is settled. A task
 * that appears below the floor all the same, such as an imported one, lowers it and counts up its version.
 */
const LIFT = `
  WITH seen AS (
    SELECT version, least(now() - interval '1 hour', (
      SELECT submitted_at FROM bill
      WHERE ${IS_PENDING} AND submitted_at >= pending_floor.submitted_at
      ORDER BY submitted_at LIMIT 1)) AS lowest
    FROM pending_floor
  )
  UPDATE pending_floor SET submitted_at = lowest FROM seen
  WHERE pending_floor.version = seen.version AND pending_floor.submitted_at < lowest`

export const createFloor = ({ database, log }: Pick<Dependencies, 'database' | 'log'>) => {
  let liftedAt = 0
  return {
    /** Returns at once; nobody waits for it, and the list is right without it. */
    lift: (): void => {
      if (Date.now() - liftedAt < LIFT_EVERY_MS) return
      liftedAt = Date.now()
      database.pool.query(LIFT).catch((error: unknown) => {
        log.warn({ err: error }, 'the floor of the pending list was not lifted')
      })
    },
  }
}
