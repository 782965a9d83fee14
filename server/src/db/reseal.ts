// Seals a column again with the current SECRET_KEY, so a previous key can be removed.
import { sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { RowSealer, SealedRow } from '../secrets/sealing.ts'
import type { Db } from './client.ts'

/** The table of the column has an `id`. */
export const resealColumn = (
  db: Db,
  { resealRows }: Pick<RowSealer, 'resealRows'>,
  column: AnyPgColumn,
): Promise<void> => {
  const { table, name } = column
  const list = sql`SELECT id, ${column} AS sealed FROM ${table} WHERE ${column} IS NOT NULL`
  return resealRows(
    async () => (await db.execute<SealedRow>(list)).rows,
    async (id, { from, to }) => {
      // Changes nothing if someone replaced the value since.
      await db.execute(
        sql`UPDATE ${table} SET ${sql.identifier(name)} = ${to} WHERE id = ${id} AND ${column} = ${from}`,
      )
    },
  )
}
