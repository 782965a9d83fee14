// What several handlers need.
import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { KEYRING } from '@invoice-desk/testing/app/settings'
import type pg from 'pg'
import { createFileLinks } from '../../../../server/src/secrets/file-links.ts'

export const links = createFileLinks({
  publicUrl: process.env.PUBLIC_URL ?? '',
  keyring: KEYRING,
})

/** A statement with a name, which PostgreSQL parses and plans once per connection. */
export const statement =
  <Row extends pg.QueryResultRow>(name: string, text: string) =>
  async (db: pg.Pool | pg.PoolClient, ...values: unknown[]): Promise<Row[]> =>
    (await db.query<Row>({ name, text, values })).rows

/** As `verification` stores the token of a contractor's link. */
export const linkHashOf = ({ headers }: IncomingMessage): string => {
  const token = headers.authorization?.slice('Bearer '.length) ?? ''
  return createHash('sha256').update(token).digest('hex')
}

/** Stores the rows of `new_job (name, data)` as the queue does, with the retry settings of their kinds. */
export const STORE_JOBS = `
  INSERT INTO jobs.job (name, data, start_after, expire_seconds, deletion_seconds, keep_until,
    retry_limit, retry_delay, retry_backoff, retry_delay_max, policy)
  SELECT name, new_job.data, now(), expire_seconds, deletion_seconds, now() + retention_seconds * interval '1s',
    retry_limit, retry_delay, retry_backoff, retry_delay_max, policy
  FROM new_job JOIN jobs.queue USING (name)`
