// Statements that several handlers need.
import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { KEYRING } from '@invoice-desk/testing/app/settings'
import { STAFF } from '@invoice-desk/testing/people'
import type pg from 'pg'
import { createFileLinks } from '../../../../server/src/file-links.ts'

export const links = createFileLinks({
  publicUrl: process.env.PUBLIC_URL ?? '',
  keyring: KEYRING,
})

export const readAccount = (db: pg.Pool): Promise<unknown> =>
  db.query(
    'SELECT email, name, admin, tools, disabled, version FROM staff_account WHERE email = $1',
    [STAFF],
  )

export const readLink = async (
  db: pg.Pool | pg.PoolClient,
  { headers }: IncomingMessage,
): Promise<{ email: string; vendor: string }> => {
  const token = headers.authorization?.slice('Bearer '.length) ?? ''
  const { rows } = await db.query(
    `SELECT verification.email, expires_at, revoked_at, vendor FROM verification
     LEFT JOIN vendor_mapping ON vendor_mapping.email = verification.email WHERE token_hash = $1`,
    [createHash('sha256').update(token).digest('hex')],
  )
  return rows[0]
}

/** One connection, one transaction. */
export const inTransaction = async <T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> => {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    const result = await work(client)
    await client.query('COMMIT')
    return result
  } finally {
    client.release()
  }
}

/** Counts a call, without checking the limit. */
export const countCall = (pool: pg.Pool, key: string): Promise<unknown> =>
  pool.query(
    `INSERT INTO rate_limit AS was VALUES ($1, 1, $2) ON CONFLICT (key) DO UPDATE
     SET points = was.points + 1 RETURNING points, expire`,
    [`bare:${key}`, Date.now() + 3_600_000],
  )

/** Undoes a count after the call succeeded. */
export const undoCount = (pool: pg.Pool, key: string): Promise<unknown> =>
  pool.query('UPDATE rate_limit SET points = points - 1 WHERE key = $1 RETURNING points, expire', [
    `bare:${key}`,
  ])

/** Stores a job as the queue does, with the retry settings of its kind. */
export const storeJob = (client: pg.PoolClient, name: string, data: unknown): Promise<unknown> =>
  client.query(
    `INSERT INTO jobs.job (name, data, start_after, expire_seconds, deletion_seconds, keep_until,
       retry_limit, retry_delay, retry_backoff, retry_delay_max, policy)
     SELECT name, $2::jsonb, now(), expire_seconds, deletion_seconds,
       now() + retention_seconds * interval '1s',
       retry_limit, retry_delay, retry_backoff, retry_delay_max, policy
     FROM jobs.queue WHERE name = $1 RETURNING id, start_after`,
    [name, JSON.stringify(data)],
  )
