// One pg.Pool whether the database is PostgreSQL or the embedded one, so nothing above can tell them apart.
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { createPgConfig } from '@electric-sql/pglite/node-postgres'
import { drizzle, type NodePgDatabase, type NodePgTransaction } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { lockDataDirectory } from './lock.ts'

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
    ? openEmbedded(options.dataDir)
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
  // A connection that breaks while idle is replaced by the pool; unheard, the event would end the process.
  pool.on('error', () => {})
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

const openEmbedded = async (dataDir: string): Promise<Database> => {
  const lock = lockDataDirectory(dataDir)
  const pglite = new PGlite(join(dataDir, 'database'), {
    // The defaults are sized for a server; these keep an idle desk under 300 MB.
    postgresqlconf: ['shared_buffers=16MB', 'max_connections=5'],
  })
  // PGlite has one connection. A query waiting behind a forgotten transaction must fail, not hang.
  const pool = new pg.Pool({
    ...adaptedConfig(pglite),
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: 30_000,
  })
  await pglite.waitReady
  return {
    kind: 'embedded',
    pool,
    db: drizzle(pool),
    onNotification: (channel, hear) =>
      pglite.onNotification((name, payload) => {
        if (name === channel) hear(payload)
      }),
    close: async () => {
      await pool.end()
      await pglite.close()
      lock.release()
    },
  }
}

/** node-postgres hands its result parsers on as `types`, which the adapter takes for parameter types. */
const adaptedConfig = (pglite: PGlite) => {
  const config = createPgConfig(pglite)
  const { connection } = config
  const parse = connection.parse.bind(connection)
  connection.parse = ({ text, name }: { text: string; name?: string }) => parse({ text, name })
  return { ...config }
}
