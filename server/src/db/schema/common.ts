// Tables that all features share.
import { sql } from 'drizzle-orm'
import {
  bigint,
  bigserial,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'

export const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** Who did what to what, and when. A trigger in the migrations makes it append-only. */
export const auditEvent = pgTable(
  'audit_event',
  {
    id: bigserial({ mode: 'number' }).primaryKey(),
    at: at('at').notNull().default(sql`now()`),
    actor: text().notNull(),
    action: text().notNull(),
    subjectKind: text('subject_kind').notNull(),
    subjectId: text('subject_id').notNull(),
    details: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  },
  (table) => [index('audit_event_subject').on(table.subjectKind, table.subjectId, table.id)],
)

/** Rate limits shared between processes. The rate limiter library defines the columns. */
export const rateLimit = pgTable('rate_limit', {
  key: text().primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: 'number' }),
})

/** One row that identifies this installation. Its file store has the same id. */
export const installation = pgTable(
  'installation',
  {
    single: integer().primaryKey().default(1),
    id: uuid().notNull().default(sql`gen_random_uuid()`),
    createdAt: at('created_at').notNull().default(sql`now()`),
    /** How many files without a bill are expected. An administrator sets it, and the sweep resets it. */
    orphansAccepted: integer('orphans_accepted').notNull().default(0),
    /** The kind and day of the last email about the file store, to send at most one per day. */
    fileNotice: text('file_notice').notNull().default(''),
  },
  (table) => [check('installation_single', sql`${table.single} = 1`)],
)
