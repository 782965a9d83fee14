// With MIGRATION_DATABASE_URL, the app's user may read and write rows, but not change tables or what the audit log has.
import pg from 'pg'
import { MIGRATION_LOCK, MigrationRefused } from './migrate.ts'

const SCHEMAS = ['public', 'drizzle', 'jobs']

type AppRole = {
  readonly name: string
  /** The user could change the tables anyway, as a superuser, as their owner, or as someone who can become one. */
  readonly isOwner: boolean
  /** Before version 15, everyone may create objects here, also such that the owner's statements would use. */
  readonly mayCreate: boolean
}

/** The role that the pool connects as. The owner of a database or schema can drop every table in it. */
const ROLE = `
  SELECT current_user AS "name", rolsuper OR rolcreaterole OR EXISTS (
    SELECT FROM (
      SELECT datdba AS owner FROM pg_database WHERE datname = current_database()
      UNION SELECT nspowner FROM pg_namespace WHERE nspname = ANY ($1)
      UNION SELECT relowner FROM pg_class WHERE relnamespace::regnamespace::text = ANY ($1)
      UNION SELECT proowner FROM pg_proc WHERE pronamespace::regnamespace::text = ANY ($1)
    ) AS owners WHERE pg_has_role(owner, 'MEMBER')
  ) AS "isOwner", has_schema_privilege('public', 'CREATE') AS "mayCreate"
  FROM pg_roles WHERE rolname = current_user`

export const readAppRole = async (pool: pg.Pool): Promise<AppRole> => {
  const { rows } = await pool.query<AppRole>(ROLE, [SCHEMAS])
  const [role] = rows
  if (!role) throw new Error('the database returned no role')
  return role
}

/** Refuses a user for whom the rights below would mean nothing. */
export const checkAppRole = async (app: pg.Pool): Promise<AppRole> => {
  const role = await readAppRole(app)
  if (role.isOwner) {
    throw new MigrationRefused(
      `The user ${role.name} in DATABASE_URL could change tables and the audit log. Use a user that is no superuser, owns nothing in the database and belongs to no role that does, or remove MIGRATION_DATABASE_URL. See "Database users" in docs/running.md.`,
    )
  }
  return role
}

/**
 * Exactly these rights, after each migration, so new tables are covered too. The owner runs what's in `jobs.bam` when it
 * updates the job queue's tables, so the app must not write there.
 */
const grantsFor = (role: string): string => `
  SELECT pg_advisory_xact_lock(${MIGRATION_LOCK});
  REVOKE CREATE ON SCHEMA public FROM PUBLIC;
  GRANT USAGE ON SCHEMA public, drizzle, jobs TO ${role};
  REVOKE ALL ON ALL TABLES IN SCHEMA public, drizzle, jobs FROM ${role};
  GRANT SELECT ON ALL TABLES IN SCHEMA public, drizzle, jobs TO ${role};
  GRANT INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public, jobs TO ${role};
  GRANT USAGE ON ALL SEQUENCES IN SCHEMA public, jobs TO ${role};
  REVOKE UPDATE, DELETE ON audit_event FROM ${role};
  REVOKE INSERT, UPDATE, DELETE ON jobs.bam FROM ${role};`

/** In one transaction, so running processes keep their rights. */
export const grantToApp = async (owner: pg.Pool, { name }: AppRole): Promise<void> => {
  await owner.query(grantsFor(pg.escapeIdentifier(name)))
}
