// Tables for accounts that an administrator added or changed, people in STAFF_DOMAIN who signed in, their Google accounts,
// sessions and id tokens, and saved views.
import { VIEW_PAGES, type ViewPage } from '@invoice-desk/contract/identity/saved-views'
import type { Tool } from '@invoice-desk/contract/identity/tools'
import { sql } from 'drizzle-orm'
import { check, index, pgTable, unique } from 'drizzle-orm/pg-core'
import { at, isOneOf } from './common.ts'

export const staffAccount = pgTable('staff_account', (t) => ({
  email: t.text().primaryKey(),
  name: t.text().notNull().default(''),
  admin: t.boolean().notNull().default(false),
  tools: t.text().array().$type<Tool[]>().notNull().default([]),
  disabled: t.boolean().notNull().default(false),
  /** The Google domain that gives this person an account; null if an administrator or a setting named them. */
  domain: t.text(),
  /** Counts changes by administrators. 0 means the row only records that someone in the domain signed in. */
  version: t.integer().notNull().default(1),
  createdAt: at('created_at').notNull().default(sql`now()`),
  updatedAt: at('updated_at').notNull().default(sql`now()`),
}))

/** Which Google account an email belongs to. Google can give an address to someone else, and then its `sub` is another one. */
export const googleAccount = pgTable('google_account', (t) => ({
  email: t.text().primaryKey(),
  sub: t.text().notNull(),
  /** From the latest sign-in that we refused. An administrator can accept it. */
  refusedSub: t.text('refused_sub'),
}))

/** Google's permission to renew a person's id tokens. One per person: Google gives it only at the first consent. */
export const googleGrant = pgTable('google_grant', (t) => ({
  email: t.text().primaryKey(),
  /** Sealed. */
  refreshToken: t.text('refresh_token').notNull(),
  updatedAt: at('updated_at').notNull().default(sql`now()`),
}))

/** A browser in which someone is signed in. */
export const staffSession = pgTable(
  'staff_session',
  (t) => ({
    /** The hash of the secret in its cookie. */
    secretHash: t.text('secret_hash').primaryKey(),
    /** What its person knows it by. */
    id: t.uuid().notNull().unique().defaultRandom(),
    email: t.text().notNull(),
    /** From the sign-in, so that people recognize their browsers. */
    userAgent: t.text('user_agent').notNull().default(''),
    address: t.text().notNull().default(''),
    /** When the person last used a page, as far as renewals told us. */
    activeAt: at('active_at').notNull().default(sql`now()`),
    createdAt: at('created_at').notNull().default(sql`now()`),
  }),
  (table) => [
    index('staff_session_email').on(table.email),
    index('staff_session_active_at').on(table.activeAt),
  ],
)

/** An id token that we handed out. It's accepted only while it has a row, so it ends with its session. */
export const staffToken = pgTable(
  'staff_token',
  (t) => ({
    tokenHash: t.text('token_hash').primaryKey(),
    secretHash: t
      .text('secret_hash')
      .notNull()
      .references(() => staffSession.secretHash, { onDelete: 'cascade' }),
    expiresAt: at('expires_at').notNull(),
  }),
  (table) => [
    index('staff_token_session').on(table.secretHash),
    index('staff_token_expires_at').on(table.expiresAt),
  ],
)

/** A filter of a list that a person gave a name. */
export const savedView = pgTable(
  'saved_view',
  (t) => ({
    id: t.uuid().primaryKey().defaultRandom(),
    /** The person's. No one else sees it. */
    email: t.text().notNull(),
    page: t.text().$type<ViewPage>().notNull(),
    name: t.text().notNull(),
    query: t.text().notNull(),
    createdAt: at('created_at').notNull().default(sql`now()`),
  }),
  (table) => [
    unique('saved_view_name').on(table.email, table.page, table.name),
    check('saved_view_page', sql.raw(isOneOf('page', VIEW_PAGES))),
  ],
)
