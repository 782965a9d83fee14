// Sends relayed messages now that would wait before their next try.
import type pg from 'pg'

/** One statement, because a job that starts before its message is due does nothing. */
export const hurryRelay = async (pool: Pick<pg.Pool, 'query'>): Promise<void> => {
  await pool.query(
    `WITH due AS (UPDATE relay_message SET next_try_at = now() WHERE next_try_at > now())
    UPDATE jobs.job SET start_after = now()
    WHERE name = 'relay-send' AND state < 'active' AND start_after > now()`,
  )
}
