// A database that couldn't be opened, for programs that can do part of their work without one.
import pg from 'pg'
import { createDb, type Database } from './client.ts'

/** The `cause` says why the database is unavailable. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
}

/** The embedded database doesn't exist, and opening it would create it. */
export class NoDatabaseYet extends Error {
  override readonly name = 'NoDatabaseYet'
}

/** Every statement fails. */
export const unavailableDatabase = (cause: unknown): Database => {
  const fail = async (): Promise<never> => {
    throw new DatabaseUnavailable("the database can't be used", { cause })
  }
  const pool = new pg.Pool()
  pool.connect = fail
  pool.query = fail
  return {
    kind: 'postgres',
    pool,
    db: createDb(pool),
    onNotification: () => () => {},
    close: async () => {},
  }
}
