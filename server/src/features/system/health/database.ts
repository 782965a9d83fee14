// Tests the database: connection, version, privileges, clock and pending migrations.
import type { Finding } from '@invoice-desk/contract/system/service-checks'
import { DataDirectoryInUse } from '../../../db/lock.ts'
import { listMigrations } from '../../../db/migrate.ts'
import { NoDatabaseYet } from '../../../db/unavailable.ts'
import { type Check, type CheckDependencies, note, ok, problem, skipped } from './check.ts'
import {
  type DatabaseFacts,
  isPaused,
  readDatabaseFacts,
  readLastMigration,
} from './database-facts.ts'
import { privileges, readOwnerFacts } from './database-privileges.ts'
import { causesOf, codeOf, messagesOf, unreachable } from './errors.ts'

const VERSION_MIN = 12
const POSTGRES_PORT = 5432
const CLOCK_MS_MAX = 5_000
/** Before this version, only a superuser can add pg_trgm. */
const TRUSTED_EXTENSIONS_SINCE = 13

export const checkDatabase: Check = async (deps) => {
  const facts = await readDatabaseFacts(deps.database.pool).catch((error: unknown) =>
    explainConnection(deps.config, error),
  )
  if ('state' in facts) return [facts, ...embeddedProblems(deps.config)]
  const owner = await readOwnerFacts(deps, facts)
  return [
    deps.database.kind === 'postgres'
      ? ok(`PostgreSQL ${facts.versionName} answers, with the database ${facts.database}.`)
      : ok('The embedded database answers.'),
    ...embeddedProblems(deps.config),
    ...versionProblems(facts),
    clock(facts),
    ...('state' in owner ? [owner] : await ownerFindings(deps, owner)),
  ]
}

const ownerFindings = async (deps: CheckDependencies, facts: DatabaseFacts) => [
  ...(await privileges(deps, facts)),
  ...extensionFindings(facts),
  ...(await migrations(deps, facts)),
]

type Settings = CheckDependencies['config']

const hostOf = ({ databaseUrl }: Settings): string =>
  databaseUrl === undefined ? '' : new URL(databaseUrl).hostname

/** With the port. The host can also be a socket, which isn't in this part of the URL. */
const addressOf = (config: Settings): string => {
  const { port } = new URL(config.databaseUrl ?? 'postgres:')
  return hostOf(config) === '' ? 'the database' : `${hostOf(config)}:${port || POSTGRES_PORT}`
}

const explainConnection = (config: Settings, error: unknown): Finding => {
  const causes = causesOf(error)
  if (causes.some((each) => each instanceof DataDirectoryInUse)) {
    return skipped(
      'The running app has the embedded database open, and only one process can. Test it on the page Settings → Health instead.',
    )
  }
  if (causes.some((each) => each instanceof NoDatabaseYet)) {
    return skipped("The embedded database doesn't exist yet. The first start creates it.")
  }
  const away = unreachable(error, addressOf(config))
  if (away) return problem(away, 'Start PostgreSQL, or correct the host and port in DATABASE_URL.')
  const [text, fix] = REFUSALS[codeOf(error)] ?? refusalIn(messagesOf(error))
  return problem(text, fix)
}

type Explained = readonly [text: string, fix: string]
const LOGIN: Explained = [
  'PostgreSQL refused the user or the password.',
  'Correct them in DATABASE_URL. Percent-encode special characters of the password.',
]
/** By PostgreSQL's error code. */
const REFUSALS: Readonly<Record<string, Explained>> = {
  '28P01': LOGIN,
  '28000': [
    'PostgreSQL refused the connection.',
    "Correct the user in DATABASE_URL, or allow this user, database and address in the server's pg_hba.conf.",
  ],
  '3D000': [
    "The database doesn't exist.",
    'Create it with `createdb --owner=<user> <database>`, or correct its name in DATABASE_URL.',
  ],
  '42501': [
    "This user isn't allowed to connect.",
    'As a PostgreSQL superuser, run GRANT CONNECT ON DATABASE for the database and user in DATABASE_URL.',
  ],
  '53300': [
    'PostgreSQL has no free connections.',
    'Raise max_connections, or stop programs that use too many.',
  ],
  '57P03': ['PostgreSQL is still starting.', 'Try again in a minute.'],
}

const refusalIn = (messages: string): Explained => {
  if (/timeout/i.test(messages)) {
    return ["PostgreSQL didn't answer in time.", 'Check the host and port in DATABASE_URL.']
  }
  if (/ssl|tls|certificate/i.test(messages)) {
    return [
      "The encrypted connection to PostgreSQL couldn't be opened.",
      "Check sslmode in DATABASE_URL and the server's certificate. For a certificate of your own, set NODE_EXTRA_CA_CERTS to your authority's file.",
    ]
  }
  return ["The database can't be used.", 'Check DATABASE_URL, and look at the log of PostgreSQL.']
}

const embeddedProblems = ({ mode, databaseUrl }: Settings): Finding[] =>
  mode === 'live' && databaseUrl === undefined
    ? [
        problem(
          'The embedded database survives a crash but not a power failure.',
          'Set DATABASE_URL to use PostgreSQL.',
        ),
      ]
    : []

const versionProblems = ({ version, versionName }: DatabaseFacts): Finding[] =>
  version / 10_000 >= VERSION_MIN
    ? []
    : [
        problem(
          `PostgreSQL ${versionName} is too old.`,
          `Upgrade it to version ${VERSION_MIN} or newer.`,
        ),
      ]

const extensionFindings = ({ trigram, version, isSuperuser }: DatabaseFacts): Finding[] => {
  if (trigram === 'installed') return []
  if (trigram === null) {
    return [
      problem(
        "The server doesn't have the extension pg_trgm.",
        "Install PostgreSQL's contrib package on the database server.",
      ),
    ]
  }
  return version / 10_000 < TRUSTED_EXTENSIONS_SINCE && !isSuperuser
    ? [
        problem(
          "The extension pg_trgm isn't installed, and this user can't install it.",
          'As a PostgreSQL superuser, run this in the database: CREATE EXTENSION pg_trgm;',
        ),
      ]
    : []
}

const clock = ({ clockAheadMs }: DatabaseFacts): Finding => {
  if (Math.abs(clockAheadMs) <= CLOCK_MS_MAX) return ok('The clocks match.')
  const seconds = Math.round(Math.abs(clockAheadMs) / 1_000)
  return problem(
    `This machine's clock is ${seconds} seconds ${clockAheadMs > 0 ? 'ahead of' : 'behind'} the database's.`,
    'Turn on time synchronization on both machines, for example with `timedatectl set-ntp true`.',
  )
}

const migrations = async (
  { database }: CheckDependencies,
  { isMigrated, closedSchemas, foreignTables }: DatabaseFacts,
): Promise<Finding[]> => {
  if (!isMigrated) return [note('It has no tables yet. The first start creates them.')]
  // They can't be read, and the missing privileges are a problem already.
  if (closedSchemas.includes('drizzle') || foreignTables > 0) return []
  const last = await readLastMigration(database.pool)
  const known = listMigrations()
  const pending = known.filter((when) => when > last).length
  if (pending > 0) {
    return [note(`The next start runs ${pending === 1 ? 'a migration' : `${pending} migrations`}.`)]
  }
  return last > (known.at(-1) ?? 0)
    ? [note('A newer version of the app has migrated it.', 'Run that version everywhere.')]
    : [ok('All migrations have run.'), ...(await restoreProblems(database))]
}

const restoreProblems = async ({ pool }: CheckDependencies['database']): Promise<Finding[]> =>
  (await isPaused(pool))
    ? [
        problem(
          "The database was restored from a backup, so customers can't pay yet.",
          'On /payments/admin, use “Reconcile now” and handle what it finds, then “Take payments again”.',
        ),
      ]
    : []
