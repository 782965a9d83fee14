// One pg.Pool whether the database is PostgreSQL or the embedded one, so nothing above can tell them apart.
import { drizzle, type NodePgDatabase, type NodePgTransaction } from 'drizzle-orm/node-postgres'
import pg from 'pg'

/** A pool or a transaction: queries take either. */
export type Db =
  | NodePgDatabase<Record<string, never>>
  | NodePgTransaction<Record<string, never>, Record<string, never>>

export type Database = {
  readonly kind: 'embedded' | 'postgres'
  readonly pool: pg.Pool
  readonly db: NodePgDatabase<Record<string, never>>
  /** For what needs a session of its own, such as LISTEN; absent for the embedded database. */
  readonly connectionString?: string
  /** Hears NOTIFY on the embedded database's only session; returns how to stop. */
  onNotification(channel: string, hear: (payload: string) => void): () => void
  close(): Promise<void>
}

/** Opens PostgreSQL at `databaseUrl`, or else the embedded database under `dataDir`. */
export const openDatabase = async (options: {
  databaseUrl?: string | undefined
  dataDir: string
}): Promise<Database> =>
  options.databaseUrl === undefined
    ? // A process on PostgreSQL has no use for the other one.
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
  // A connection that breaks is replaced by the pool, and whoever was using it learns of it from the next statement;
  // unheard, the event would end the process: the pool's for idle ones, the connection's own for those in use.
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
