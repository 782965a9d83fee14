// Opens PostgreSQL or the embedded database. The rest of the server sees a pg.Pool either way.
import { drizzle, type NodePgDatabase, type NodePgTransaction } from 'drizzle-orm/node-postgres'
import pg from 'pg'

/** A pool or a transaction. Queries accept either. */
export type Db =
  | NodePgDatabase<Record<string, never>>
  | NodePgTransaction<Record<string, never>, Record<string, never>>

export type Database = {
  readonly kind: 'embedded' | 'postgres'
  readonly pool: pg.Pool
  readonly db: NodePgDatabase<Record<string, never>>
  /** For features that need their own session, such as LISTEN. The embedded database has none. */
  readonly connectionString?: string
  /** Listens for NOTIFY on the embedded database's only session. Returns a function that stops it. */
  onNotification(channel: string, listener: (payload: string) => void): () => void
  close(): Promise<void>
}

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
    db: drizzle(pool),
    connectionString,
    onNotification: () => () => {},
    close: () => pool.end(),
  }
}
