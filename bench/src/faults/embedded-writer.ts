// Writes rows into the embedded database and says each number once it is stored, until it is killed.
import { openDatabase } from '../../../server/src/db/client.ts'

const [dataDir = '', first = '1'] = process.argv.slice(2)
const { pool } = await openDatabase({ dataDir })
await pool.query('CREATE TABLE IF NOT EXISTS said (number integer PRIMARY KEY)')
const { rows } = await pool.query<{ number: number }>('SELECT number FROM said')
process.send?.({ known: rows.map(({ number }) => number) })
for (let number = Number(first); ; number += 1) {
  await pool.query('INSERT INTO said VALUES ($1)', [number])
  process.send?.({ said: number })
}
