// Table for accounts that an administrator added or changed, and people in STAFF_DOMAIN who signed in.
import type { Tool } from '@invoice-desk/contract/tools'
import { sql } from 'drizzle-orm'
import { pgTable } from 'drizzle-orm/pg-core'
import { at } from './common.ts'

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
