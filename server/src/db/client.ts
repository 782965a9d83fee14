// The database as the rest of the server sees it: a query builder, and one way to open a transaction.
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'

/** Runs queries on the pool or in a transaction. Only the pool's builder can open a transaction, so they never nest. */
export type Db = Omit<NodePgDatabase, 'transaction'>

export type Database = {
  readonly kind: 'embedded' | 'postgres'
  readonly pool: pg.Pool
  readonly db: ReturnType<typeof createDb>
  /** For features that need their own session, such as LISTEN. The embedded database has none. */
  readonly connectionString?: string
  /** Listens for NOTIFY on the embedded database's only session. Returns a function that stops it. */
  onNotification(channel: string, listener: (payload: string) => void): () => void
  close(): Promise<void>
}

/** Keeps one builder per connection, so its prepared statements are reused. Drizzle would create one per transaction. */
const builders = new WeakMap<pg.PoolClient, Db>()

export const createDb = (pool: pg.Pool) => {
  const transaction = async <T>(work: (tx: Db) => Promise<T>): Promise<T> => {
    const client = await pool.connect()
    const tx = builders.get(client) ?? drizzle(client)
    builders.set(client, tx)
    // A connection whose rollback fails is discarded.
    let broken: Error | undefined
    try {
      await client.query('BEGIN')
      const result = await work(tx)
      await client.query('COMMIT')
      return result
    } catch (error) {
      await client.query('ROLLBACK').catch((failure: Error) => {
        broken = failure
      })
      throw error
    } finally {
      client.release(broken)
    }
  }
  const db: Db = drizzle(pool)
  return Object.assign(db, { transaction })
}
