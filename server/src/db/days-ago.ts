// The moment so many days ago, by the database's clock.
import { type SQL, sql } from 'drizzle-orm'

export const daysAgo = (days: number): SQL => sql`now() - make_interval(days => ${days}::int)`
