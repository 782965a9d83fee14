// Inserts rows into the embedded database and reports each stored number, until it's killed.
import { promisify } from 'node:util'
import { openDatabase } from '../../../server/src/db/open.ts'

const [dataDir = ''] = process.argv.slice(2)
const { pool } = await openDatabase({ dataDir })
await pool.query('CREATE TABLE IF NOT EXISTS acknowledged (number integer PRIMARY KEY)')
const { rows } = await pool.query<{ number: number }>(
  'SELECT number FROM acknowledged ORDER BY number',
)
// Waits until the whole message is sent, because a long list is sent in parts.
const send = promisify((message: object, done: (error: Error | null) => void) =>
  process.send?.(message, undefined, {}, done),
)
await send({ known: rows.map(({ number }) => number) })
for (let number = (rows.at(-1)?.number ?? 0) + 1; ; number += 1) {
  await pool.query('INSERT INTO acknowledged VALUES ($1)', [number])
  await send({ acknowledged: number })
}
