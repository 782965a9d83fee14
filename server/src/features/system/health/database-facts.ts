// Reads what the test of the database judges, without changing anything.
import type pg from 'pg'

export type DatabaseFacts = {
  readonly version: number
  readonly versionName: string
  readonly database: string
  /** Both quoted for use in a statement. */
  readonly quotedDatabase: string
  readonly quotedUser: string
  readonly isSuperuser: boolean
  /** Without it, neither the migrations' nor the job queue's schema can be made. */
  readonly mayCreateSchemas: boolean
  /** Existing schemas in which tables can't be made. */
  readonly closedSchemas: readonly string[]
  /** Tables that this user can't change, because another one owns them. */
  readonly foreignTables: number
  readonly foreignOwner: string | null
  /** Null if the server doesn't have it. */
  readonly trigram: 'installed' | 'available' | null
  readonly isMigrated: boolean
  /** How far this machine's clock is ahead of the database's; negative if it's behind. */
  readonly clockAheadMs: number
}

/** Ours, that of the migrations and that of the job queue. */
export const SCHEMAS = ['public', 'drizzle', 'jobs']

const FACTS = `
  SELECT current_setting('server_version_num')::int AS "version",
    split_part(current_setting('server_version'), ' ', 1) AS "versionName",
    current_database() AS "database",
    quote_ident(current_database()) AS "quotedDatabase",
    quote_ident(current_user) AS "quotedUser",
    (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS "isSuperuser",
    has_database_privilege(current_database(), 'CREATE') AS "mayCreateSchemas",
    (SELECT coalesce(array_agg(nspname::text ORDER BY nspname), '{}') FROM pg_namespace
      WHERE nspname = ANY ($1) AND NOT (has_schema_privilege(oid, 'CREATE') AND has_schema_privilege(oid, 'USAGE'))
    ) AS "closedSchemas",
    (SELECT count(*)::int FROM pg_tables
      WHERE schemaname = ANY ($1) AND NOT pg_has_role(tableowner, 'USAGE')) AS "foreignTables",
    (SELECT min(tableowner::text) FROM pg_tables
      WHERE schemaname = ANY ($1) AND NOT pg_has_role(tableowner, 'USAGE')) AS "foreignOwner",
    (SELECT CASE WHEN installed_version IS NULL THEN 'available' ELSE 'installed' END
      FROM pg_available_extensions WHERE name = 'pg_trgm') AS "trigram",
    EXISTS (SELECT FROM pg_tables
      WHERE schemaname = 'drizzle' AND tablename = '__drizzle_migrations') AS "isMigrated",
    (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS "now"`

export const readDatabaseFacts = async (pool: pg.Pool): Promise<DatabaseFacts> => {
  // The first statement may open a connection, which takes longer than the round trip below.
  await pool.query('SELECT 1')
  const startedAt = Date.now()
  const { rows } = await pool.query<DatabaseFacts & { now: number }>(FACTS, [SCHEMAS])
  const [row] = rows
  if (!row) throw new Error('the database returned no facts')
  // The database read its clock somewhere in between.
  const [earliest, latest] = [startedAt - row.now, Date.now() - row.now]
  const clockAheadMs = earliest > 0 ? earliest : Math.min(latest, 0)
  return { ...row, clockAheadMs }
}

/** When the last migration that was applied was made. */
export const readLastMigration = async (pool: pg.Pool): Promise<number> => {
  const { rows } = await pool.query<{ last: string | null }>(
    'SELECT max(created_at) AS last FROM drizzle.__drizzle_migrations',
  )
  return Number(rows[0]?.last ?? 0)
}

/** The database was restored from a backup, and no one has reconciled since. Needs all migrations. */
export const isPaused = async (pool: pg.Pool): Promise<boolean> =>
  (await pool.query('SELECT FROM installation WHERE restored_at IS NOT NULL')).rows.length > 0
