// A transaction on a connection of its own. Unlike the query builder's it keeps one builder a connection, so that
// prepared statements are found again from one transaction to the next.
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
  // A connection on which even the rollback fails is not handed to anyone else.
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

/** The connection behind a builder, where it has one to itself or a pool; nested transactions have none to show. */
export const clientOf = (db: Db): pg.PoolClient | pg.Pool | undefined =>
  '$client' in db ? (db.$client as pg.PoolClient | pg.Pool) : undefined
