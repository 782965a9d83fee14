// The database as the rest of the server sees it: a query builder, and one way to open a transaction.
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'

/** Runs queries on the pool or in a transaction. Only the pool's builder can open a transaction, so they never nest. */
export type Db = Omit<NodePgDatabase, 'transaction'> & { readonly $client: unknown }

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

type Runner = Pick<pg.Pool | pg.PoolClient, 'query'>

/** Each connection keeps the plans of named statements, so their number is bounded. */
const NAMES_MAX = 400

/** Marks a statement that comes in many shapes, such as with any of its filters (`list.ts`). */
export const MANY_SHAPES = '/* many shapes */'

/** The best plan for a LIKE depends on its pattern. */
const isPlannedEachTime = (text: string): boolean =>
  text.includes(MANY_SHAPES) || /\bi?like\b/i.test(text)

const names = new Map<string, string>()

/** The same text always has the same name. PostgreSQL plans a named statement once per connection. */
const nameOf = (text: string): string | undefined => {
  const known = names.get(text)
  if (known !== undefined || names.size >= NAMES_MAX || isPlannedEachTime(text)) return known
  const name = `s${names.size}`
  names.set(text, name)
  return name
}

const builders = new WeakMap<Runner, Db>()

/** The query builder of a connection, which names its statements. The pool keeps connections, and `prepared` the statements of each. */
const buildOn = (runner: Runner): Db => {
  const known = builders.get(runner)
  if (known) return known
  const query = (statement: pg.QueryConfig, values: unknown[]) =>
    runner.query(
      // Text without values may hold several statements, which can't be named, unless `prepared` built it.
      values.length > 0 || statement.name !== undefined
        ? { ...statement, name: nameOf(statement.text) }
        : statement,
      values,
    )
  const builder = drizzle({ query } as unknown as pg.PoolClient)
  builders.set(runner, builder)
  return builder
}

/** Every kind of lock, so no two share a number. */
export const LOCK_SPACES = {
  vendorSubmissions: 1,
  vendorEmail: 2,
  savedViews: 3,
  accountingCopy: 4,
  relayDevices: 5,
  relayMessages: 6,
  relayMailboxes: 7,
} as const

/** Only one transaction at a time has a lock. Its key ignores case. */
export type Lock = { readonly space: keyof typeof LOCK_SPACES; readonly key: string }

/** Takes the lock with the same message. A later statement sees what the one before it has committed. */
const beginOf = (lock: Lock | undefined): string =>
  lock
    ? `BEGIN; SELECT pg_advisory_xact_lock(hashtextextended(lower(${pg.escapeLiteral(lock.key)}), ${LOCK_SPACES[lock.space]}))`
    : 'BEGIN'

export const createDb = (pool: pg.Pool) => {
  const transaction = async <T>(work: (tx: Db) => Promise<T>, lock?: Lock): Promise<T> => {
    const client = await pool.connect()
    // A connection whose rollback fails is discarded.
    let broken: Error | undefined
    try {
      await client.query(beginOf(lock))
      const result = await work(buildOn(client))
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
  return Object.assign(buildOn(pool), { transaction })
}
