// Builds a statement once and runs it on any connection. Building one costs up to half a millisecond.
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { Db } from './client.ts'

/** Only builds. Running a statement on it fails. */
const builder: Db = drizzle({} as pg.PoolClient)

export const prepared = <Statement extends object>(
  build: (db: Db) => Statement,
): ((db: Db) => Statement) => {
  let built: Statement | undefined
  return (db) => {
    built ??= build(builder)
    // Drizzle ties a statement to the connection that it was built on.
    return Object.create(built, { client: { value: db.$client } })
  }
}
