// Moves the last call for an attempt's money back, for tests of what happens once it can't be running anymore.
import { sql } from 'drizzle-orm'

/** The app stores milliseconds, and compares them. */
export const sentBefore = (age: string) =>
  sql`sent_at = date_trunc('milliseconds', now()) - ${age}::interval`

/** Longer ago than any call can run. */
export const SENT_BEFORE = sentBefore('6 minutes')
