// Counts QuickBooks API calls per company across processes, as a leaky bucket: each call fills it a little, and it's
// empty again at `empty_at` by the database's clock.
import type { Dependencies } from '../../../dependencies.ts'
import type { PaceStore } from '../../../providers/quickbooks/pacing.ts'

/** A little longer than QuickBooks' own windows, because calls don't arrive as evenly as we send them. */
const SECOND_MS = 1_250
const MINUTE_MS = 60_500
/** The share of a second's calls that may start at once; the rest follow at even intervals. */
const BURST_SHARE = 0.3

/** If the time is later than any pause allows, the database's clock was set back, so the bucket counts as empty. */
const EMPTY_AT = `CASE WHEN pace.empty_at < clock_timestamp() + interval '15 minutes'
  THEN greatest(pace.empty_at, clock_timestamp()) ELSE clock_timestamp() END`

/** Payments wait only until the bucket is empty. Everyone else also waits until the pause is over. */
const PAUSED_UNTIL = `CASE WHEN $4::boolean OR pace.paused_until > clock_timestamp() + interval '15 minutes'
  THEN '-infinity' ELSE coalesce(pace.paused_until, '-infinity') END`

/** Fills the bucket by `$2` ms unless that exceeds `$3`. */
const TAKE = `
  INSERT INTO qbo_pace AS pace (realm_id, empty_at)
  VALUES ($1, clock_timestamp() + $2 * interval '1 ms')
  ON CONFLICT (realm_id) DO UPDATE
    SET empty_at = ${EMPTY_AT} + $2 * interval '1 ms'
    WHERE ${EMPTY_AT} + ($2 - $3) * interval '1 ms' <= clock_timestamp()
      AND ${PAUSED_UNTIL} <= clock_timestamp()
  RETURNING realm_id`

const WAIT = `
  SELECT ceil(extract(epoch FROM
    greatest(empty_at + ($2::float8 - $3::float8) * interval '1 ms', ${PAUSED_UNTIL}) - clock_timestamp()) * 1000)::int AS ms
  FROM qbo_pace AS pace WHERE realm_id = $1`

/** Fills the bucket so that it starts to drain after `$3` ms, and pauses everyone but payments for `$2` ms. */
const PAUSE = `
  INSERT INTO qbo_pace AS pace (realm_id, paused_until, empty_at)
  VALUES ($1, clock_timestamp() + $2 * interval '1 ms', clock_timestamp() + $3 * interval '1 ms')
  ON CONFLICT (realm_id) DO UPDATE SET empty_at = greatest(pace.empty_at, excluded.empty_at),
    paused_until = greatest(pace.paused_until, excluded.paused_until)`

export const createPaceStore = ({
  config,
  database: { pool },
}: Pick<Dependencies, 'config' | 'database'>): PaceStore => {
  const { callsPerSecond, callsPerMinute } = config.quickbooks
  const burst = Math.max(1, Math.min(callsPerSecond, callsPerMinute / 60) * BURST_SHARE)
  // In any second or minute, at most the burst plus what drains in that time can start.
  const callMs = Math.max(
    SECOND_MS / (callsPerSecond - burst + 1),
    MINUTE_MS / (callsPerMinute - burst + 1),
  )

  return {
    take: async (realmId, share) => {
      const values = [realmId, callMs, Math.max(1, burst * share) * callMs, share === 1]
      const taken = await pool.query(TAKE, values)
      if (taken.rowCount === 1) return 0
      const { rows } = await pool.query<{ ms: number }>(WAIT, values)
      return Math.max(1, rows[0]?.ms ?? 1)
    },
    pause: async (realmId, { ms, moneyMs }) =>
      void (await pool.query(PAUSE, [realmId, ms, moneyMs + burst * callMs])),
  }
}
