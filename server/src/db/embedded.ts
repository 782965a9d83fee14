// Runs the embedded database: PostgreSQL inside this process, with one process per data directory.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { createPgConfig } from '@electric-sql/pglite/node-postgres'
import pg from 'pg'
import { keepPrivate } from '../lib/private-folder.ts'
import { createDb } from './client.ts'
import { lockDataDirectory } from './lock.ts'

/**
 * Node would soon compile PostgreSQL's busiest functions again to make them faster. One of them is so large that this
 * takes 1.2 GB and seconds of CPU time. Without it, single rows are read and written as fast as with it, and scans of
 * whole tables take about twice as long.
 */
const COMPILE_ONCE = '--no-wasm-tier-up --no-wasm-dynamic-tiering'

export const openEmbedded = async (dataDir: string) => {
  const lock = lockDataDirectory(dataDir)
  setFlagsFromString(COMPILE_ONCE)
  const folder = join(dataDir, 'database')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  keepPrivate(folder)
  const pglite = new PGlite(folder, {
    // The defaults are sized for a server. These keep an idle process under 300 MB.
    postgresqlconf: ['shared_buffers=16MB', 'max_connections=5'],
    extensions: { pg_trgm },
  })
  // PGlite has one connection. A query that waits behind a forgotten transaction must fail, not hang.
  const pool = new pg.Pool({
    ...adaptedConfig(pglite),
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: 30_000,
  })
  keepAfterErrors(pool)
  await pglite.waitReady
  return {
    kind: 'embedded' as const,
    pool,
    db: createDb(pool),
    onNotification: (channel: string, listener: (payload: string) => void) =>
      pglite.onNotification((name, payload) => {
        if (name === channel) listener(payload)
      }),
    close: async () => {
      await pool.end()
      await pglite.close()
      lock.release()
    },
  }
}

/** The pool drops a connection whose statement failed, but this is the only one, and a new one would read its leftovers. */
const keepAfterErrors = (pool: pg.Pool): void => {
  const query = async (...args: Parameters<pg.PoolClient['query']>) => {
    const client = await pool.connect()
    try {
      return await client.query(...args)
    } finally {
      client.release()
    }
  }
  pool.query = query as unknown as pg.Pool['query']
}

/** node-postgres passes its result parsers as `types`, which the adapter would read as parameter types. */
const adaptedConfig = (pglite: PGlite) => {
  const config = createPgConfig(pglite)
  const { connection } = config
  const parse = connection.parse.bind(connection)
  connection.parse = ({ text, name }: { text: string; name?: string }) => parse({ text, name })
  return { ...config }
}
