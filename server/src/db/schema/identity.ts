// Table for accounts that an administrator added or changed, and people in STAFF_DOMAIN who signed in.
import type { Tool } from '@invoice-desk/contract/tools'
import { sql } from 'drizzle-orm'
import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { at } from './common.ts'

export const staffAccount = pgTable('staff_account', {
  email: text().primaryKey(),
  name: text().notNull().default(''),
  admin: boolean().notNull().default(false),
  tools: text().array().$type<Tool[]>().notNull().default([]),
  disabled: boolean().notNull().default(false),
  /** The Google domain that gives this person an account; null if an administrator or a setting named them. */
  domain: text(),
  /** Counts changes by administrators. 0 means the row only records that someone in the domain signed in. */
  version: integer().notNull().default(1),
  createdAt: at('created_at').notNull().default(sql`now()`),
  updatedAt: at('updated_at').notNull().default(sql`now()`),
})
