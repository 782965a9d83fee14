// A lease is a timestamp column: one worker owns the row until then, by the database's clock.
import { type AnyColumn, type SQL, sql } from 'drizzle-orm'

/** In whole milliseconds, like a JavaScript date, so the value read back still equals the stored one. */
export const secondsFromNow = (seconds: number): SQL =>
  sql`date_trunc('milliseconds', now()) + make_interval(secs => ${seconds})`

/** No one holds the lease, or it has expired. */
export const isFree = (until: AnyColumn): SQL => sql`(${until} IS NULL OR ${until} < now())`
