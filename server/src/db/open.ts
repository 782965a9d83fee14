// Opens PostgreSQL or the embedded database. The rest of the server sees a pg.Pool either way.
import pg from 'pg'
import { createDb, type Database } from './client.ts'

/** Opens PostgreSQL at `databaseUrl`, otherwise the embedded database in `dataDir`. */
export const openDatabase = async (options: {
  databaseUrl?: string | undefined
  dataDir: string
}): Promise<Database> =>
  options.databaseUrl === undefined
    ? // Loaded only if it's used.
      (await import('./embedded.ts')).openEmbedded(options.dataDir)
    : openPostgres(options.databaseUrl)

const openPostgres = async (connectionString: string): Promise<Database> => {
  const pool = new pg.Pool({
    connectionString,
    max: 20,
    // For a new connection, PostgreSQL starts a process and plans every statement again: 6 ms before the first answer.
    idleTimeoutMillis: 5 * 60_000,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 30_000,
    application_name: 'invoice-desk',
  })
  // The pool replaces broken connections, and their next statement fails. Without these listeners the error event
  // would end the process: the pool's for idle connections, the client's for those in use.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  await pool.query('SELECT 1')
  return {
    kind: 'postgres',
    pool,
    db: createDb(pool),
    connectionString,
    onNotification: () => () => {},
    close: () => pool.end(),
  }
}
