// Counts the database statements and commits of requests, so a test notices a new round trip.
import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import type { TestDesk } from './test-desk.ts'

export type StatementCount = {
  /** What requests ran, in order, with BEGIN and COMMIT. */
  readonly texts: string[]
  readonly statements: number
  /** Transactions, and single statements that write. Counting a call doesn't: its tables are UNLOGGED. */
  readonly commits: number
}

type Log = { readonly texts: string[]; commits: number }

const requestLog = new AsyncLocalStorage<Log>()

/** Counts what the requests that `run` sends do. Jobs and the providers' webhooks don't count. */
export const countStatements = async (
  { desk: { app, dependencies } }: Pick<TestDesk, 'desk'>,
  run: () => Promise<unknown>,
): Promise<StatementCount> => {
  const { pool } = dependencies.database
  const log: Log = { texts: [], commits: 0 }
  const enter = ({ url = '' }: { url?: string }) => {
    if (!url.includes('/webhook')) requestLog.enterWith(log)
  }
  app.server.prependListener('request', enter)
  pool.on('acquire', watch)
  try {
    await run()
  } finally {
    pool.off('acquire', watch)
    app.server.off('request', enter)
  }
  return { ...log, statements: log.texts.length }
}

const inTransaction = new WeakMap<pg.PoolClient, boolean>()

/** Once per connection, because the pool keeps it. */
const watch = (client: pg.PoolClient): void => {
  if (inTransaction.has(client)) return
  inTransaction.set(client, false)
  const query = client.query.bind(client)
  client.query = ((statement: string | { text: string }, ...rest: []) => {
    const text = typeof statement === 'string' ? statement : statement.text
    const log = requestLog.getStore()
    log?.texts.push(text)
    if (log && isCommit(client, text)) log.commits += 1
    if (/^\s*begin\b/i.test(text)) inTransaction.set(client, true)
    if (/^\s*(commit|rollback)\b/i.test(text)) inTransaction.set(client, false)
    return query(statement as string, ...rest)
  }) as typeof client.query
}

const isCommit = (client: pg.PoolClient, text: string): boolean =>
  inTransaction.get(client)
    ? /^\s*commit\b/i.test(text)
    : /\b(insert into|delete from|(?<!for )update)\b/i.test(text) && !UNLOGGED.test(text)

/** Statements on tables that write to the disk later, so no one waits for them. */
const UNLOGGED = /^\s*(insert into|update) "?(rate_limit|qbo_pace)\b/i
