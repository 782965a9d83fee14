// Computes when a lease or claim that starts now ends.
import { type SQL, sql } from 'drizzle-orm'

/** In whole milliseconds, like a JavaScript date, so the value read back still equals the stored one. */
export const secondsFromNow = (seconds: number): SQL =>
  sql`date_trunc('milliseconds', now()) + make_interval(secs => ${seconds})`
