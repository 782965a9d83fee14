// Counts the bills in a test server's database.
import type { TestDesk } from '@invoice-desk/testing/app/test-desk'
import { sql } from 'drizzle-orm'

export const countBills = async ({ desk }: TestDesk): Promise<unknown> => {
  const { rows } = await desk.dependencies.database.db.execute(
    sql`SELECT count(*)::int AS n FROM bill`,
  )
  return rows[0]?.n
}
