// Tables that all features share.
import { type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, bigint, check, index, pgTable, timestamp } from 'drizzle-orm/pg-core'

export const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
export const cents = (name: string) => bigint(name, { mode: 'number' })

/** The text that a search looks in. An index is used only by a query with the same expression. */
export const searchText = (...columns: AnyPgColumn[]): SQL => {
  const texts = columns.map((each) => (each.notNull ? sql`${each}` : sql`coalesce(${each}, '')`))
  return sql`lower(${sql.join(texts, sql.raw(" || ' ' || "))})`
}

/** The index finds any part of a text that has at least three characters. */
export const searchIndex = (name: string, text: SQL) =>
  index(name).using('gin', sql`${text} gin_trgm_ops`)

/** For a CHECK. */
export const isOneOf = (column: string, values: readonly string[]) =>
  `${column} IN ('${values.join("', '")}')`

/** Who did what to what, and when. A trigger in the migrations makes it append-only. */
export const auditEvent = pgTable(
  'audit_event',
  (t) => ({
    id: t.bigserial({ mode: 'number' }).primaryKey(),
    at: at('at').notNull().default(sql`now()`),
    actor: t.text().notNull(),
    action: t.text().notNull(),
    subjectKind: t.text('subject_kind').notNull(),
    subjectId: t.text('subject_id').notNull(),
    /** Where the request came from, as rate limits count it. Null if a job or a provider did it. */
    address: t.text(),
    details: t.jsonb().$type<Record<string, unknown>>().notNull().default({}),
  }),
  (table) => [
    index('audit_event_subject').on(table.subjectKind, table.subjectId, table.id),
    // For the activity page, where a kind of subject needs no index: frequent kinds are found by time, rare ones by subject.
    index('audit_event_at').on(table.at, table.id),
    index('audit_event_actor').on(table.actor, table.at, table.id),
  ],
)

/**
 * Rate limits shared between processes. A count is over at `expire`, in milliseconds since the epoch. The table is
 * UNLOGGED, so it's empty after a crash of the database, and counting doesn't wait for the disk.
 */
export const rateLimit = pgTable('rate_limit', (t) => ({
  key: t.text().primaryKey(),
  points: t.integer().notNull().default(0),
  expire: t.bigint({ mode: 'number' }),
}))

/** One row that identifies this installation. Its file store has the same id. */
export const installation = pgTable(
  'installation',
  (t) => ({
    single: t.integer().primaryKey().default(1),
    id: t.uuid().notNull().default(sql`gen_random_uuid()`),
    createdAt: at('created_at').notNull().default(sql`now()`),
    /** How many files without a bill are expected. An administrator sets it, and the sweep resets it. */
    orphansAccepted: t.integer('orphans_accepted').notNull().default(0),
    /** The kind and day of the last email about the file store, to send at most one per day. */
    fileNotice: t.text('file_notice').notNull().default(''),
    /** Tells this database from one that was restored from a backup. Null until the app has first started. */
    databaseIdentity: t.text('database_identity'),
    /** When the app first started on a restored database. Until staff end it, no new payments begin. */
    restoredAt: at('restored_at'),
  }),
  (table) => [check('installation_single', sql`${table.single} = 1`)],
)
