// Starts jobs now that would wait before their next try.
import type pg from 'pg'

export const hurryJobs = async (pool: Pick<pg.Pool, 'query'>, name: string): Promise<void> => {
  await pool.query(
    `UPDATE jobs.job SET start_after = now() WHERE name = $1 AND state < 'active' AND start_after > now()`,
    [name],
  )
}
