// Writes rows into the embedded database and says each number once it is stored, until it is killed.
import { sql } from 'drizzle-orm'
import { openDatabase } from '../../../server/src/db/client.ts'

const [dataDir = '', first = '1'] = process.argv.slice(2)
const { db } = await openDatabase({ dataDir })
await db.execute(sql`CREATE TABLE IF NOT EXISTS said (number integer PRIMARY KEY)`)
const { rows } = await db.execute<{ known: number[] }>(
  sql`SELECT coalesce(array_agg(number), '{}') AS known FROM said`,
)
process.send?.({ known: rows[0]?.known ?? [] })
for (let number = Number(first); ; number += 1) {
  await db.execute(sql`INSERT INTO said VALUES (${number})`)
  process.send?.({ said: number })
}
