// Counts the calls to a company's QuickBooks in its row, by the database's clock, so that all processes together stay
// under its limits. The row is a leaky bucket: each call fills it a little, and it is empty again at `empty_at`.
import type { Dependencies } from '../../../dependencies.ts'
import type { PaceStore } from '../../../providers/quickbooks/pacing.ts'

/** A little longer than what QuickBooks counts: calls don't arrive as evenly as they leave. */
const SECOND_MS = 1_250
const MINUTE_MS = 60_500
/** So much of a second's calls may start at once; the others follow at even distances. */
const BURST_SHARE = 0.3

/** What no pause reaches was written before the database's clock was set back, and counts as empty. */
const EMPTY_AT = `CASE WHEN pace.empty_at < clock_timestamp() + interval '15 minutes'
  THEN greatest(pace.empty_at, clock_timestamp()) ELSE clock_timestamp() END`

/** Fills the bucket by `$2` ms, unless that is above `$3`. */
const TAKE = `
  INSERT INTO qbo_pace AS pace (realm_id, empty_at)
  VALUES ($1, clock_timestamp() + $2 * interval '1 ms')
  ON CONFLICT (realm_id) DO UPDATE
    SET empty_at = ${EMPTY_AT} + $2 * interval '1 ms'
    WHERE ${EMPTY_AT} + ($2 - $3) * interval '1 ms' <= clock_timestamp()
  RETURNING realm_id`

const WAIT = `
  SELECT ceil(extract(epoch FROM empty_at - clock_timestamp()) * 1000 + $2 - $3)::int AS ms
  FROM qbo_pace WHERE realm_id = $1`

/** Full, and beginning to drain after so long. */
const PAUSE = `
  INSERT INTO qbo_pace AS pace (realm_id, empty_at)
  VALUES ($1, clock_timestamp() + $2 * interval '1 ms')
  ON CONFLICT (realm_id) DO UPDATE SET empty_at = greatest(pace.empty_at, excluded.empty_at)`

export const createPaceStore = ({
  config,
  database: { pool },
}: Pick<Dependencies, 'config' | 'database'>): PaceStore => {
  const { callsPerSecond, callsPerMinute } = config.quickbooks
  const burst = Math.max(1, Math.min(callsPerSecond, callsPerMinute / 60) * BURST_SHARE)
  // Any second or minute sees at most the burst and what drains in that time.
  const callMs = Math.max(
    SECOND_MS / (callsPerSecond - burst + 1),
    MINUTE_MS / (callsPerMinute - burst + 1),
  )

  return {
    take: async (realmId, share) => {
      const values = [realmId, callMs, Math.max(1, burst * share) * callMs]
      const taken = await pool.query({ name: 'qbo_pace_take', text: TAKE, values })
      if (taken.rowCount === 1) return 0
      const { rows } = await pool.query<{ ms: number }>({
        name: 'qbo_pace_wait',
        text: WAIT,
        values,
      })
      return Math.max(1, rows[0]?.ms ?? 1)
    },
    pause: async (realmId, ms) => void (await pool.query(PAUSE, [realmId, ms + burst * callMs])),
  }
}
