// Judges what the users of the database may do: the one that migrates must own the tables, and the app's own must not.
import type { Finding } from '@invoice-desk/contract/system/service-checks'
import { readAppRole } from '../../../db/app-role.ts'
import { openDatabase } from '../../../db/open.ts'
import { type CheckDependencies, note, ok, problem } from './check.ts'
import { type DatabaseFacts, readDatabaseFacts } from './database-facts.ts'
import { repairStatements } from './database-repair.ts'
import { messagesOf } from './errors.ts'

const SEE = 'docs/running.md explains it under “Database users”.'

/** As the user that migrates sees it, or why it can't. */
export const readOwnerFacts = async (
  { config }: CheckDependencies,
  facts: DatabaseFacts,
): Promise<DatabaseFacts | Finding> => {
  const { migrationDatabaseUrl: databaseUrl, dataDir } = config
  if (databaseUrl === undefined) return facts
  try {
    const owner = await openDatabase({ databaseUrl, dataDir })
    return await readDatabaseFacts(owner.pool).finally(owner.close)
  } catch (error) {
    return problem(
      `The user in MIGRATION_DATABASE_URL can't connect: ${messagesOf(error)}`,
      'Correct MIGRATION_DATABASE_URL. The next start needs it.',
    )
  }
}

export const privileges = async (
  { config, database }: CheckDependencies,
  facts: DatabaseFacts,
): Promise<Finding[]> => {
  const isApart = config.migrationDatabaseUrl !== undefined
  const found = ownership(facts, isApart ? 'MIGRATION_DATABASE_URL' : 'DATABASE_URL')
  if (found.state === 'problem' || database.kind === 'embedded') return [found]
  if (isApart) return [found, await separation(database.pool)]
  return config.mode === 'live' ? [found, ONE_USER] : [found]
}

const ownership = (facts: DatabaseFacts, variable: string): Finding => {
  const { mayCreateSchemas, closedSchemas, foreignTables, foreignOwner } = facts
  const statements = repairStatements(facts)
  if (statements.length === 0) {
    return ok(`The user in ${variable} has the privileges that migrations and the job queue need.`)
  }
  const belong = foreignTables === 1 ? '1 table belongs' : `${foreignTables} tables belong`
  return problem(
    mayCreateSchemas && closedSchemas.length === 0
      ? `${belong} to ${foreignOwner}, so the user in ${variable} can't migrate them.`
      : `The user in ${variable} can't create tables, which migrations and the job queue need to do.`,
    `As a PostgreSQL superuser, run this in the database ${facts.database}: ${statements.join(' ')}`,
  )
}

const ONE_USER = note(
  'The app owns its tables, so an attacker who takes over its connection could also change the audit log.',
  `Give migrations a user of their own in MIGRATION_DATABASE_URL. ${SEE}`,
)

const separation = async (pool: CheckDependencies['database']['pool']): Promise<Finding> => {
  const { name, isOwner, mayCreate } = await readAppRole(pool)
  if (isOwner) {
    return problem(
      `The user ${name} in DATABASE_URL could change tables and the audit log, and the app won't start.`,
      `Use a user that is no superuser and owns nothing in the database. ${SEE}`,
    )
  }
  return mayCreate
    ? problem(
        `The user ${name} in DATABASE_URL can create tables and functions.`,
        'As a PostgreSQL superuser, run this in the database: REVOKE CREATE ON SCHEMA public FROM PUBLIC;',
      )
    : ok(`The user ${name} in DATABASE_URL can't change tables or the audit log.`)
}
