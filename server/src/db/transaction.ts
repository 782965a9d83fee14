// Runs transactions with one query builder per connection, so they share prepared statements.
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { Db } from './client.ts'

const builders = new WeakMap<pg.PoolClient, NodePgDatabase<Record<string, never>>>()

const builderOf = (client: pg.PoolClient): NodePgDatabase<Record<string, never>> => {
  const known = builders.get(client)
  if (known) return known
  const builder = drizzle(client)
  builders.set(client, builder)
  return builder
}

export const inTransaction = async <T>(pool: pg.Pool, work: (tx: Db) => Promise<T>): Promise<T> => {
  const client = await pool.connect()
  // A connection whose rollback fails is discarded.
  let broken: Error | undefined
  try {
    await client.query('BEGIN')
    const result = await work(builderOf(client))
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
