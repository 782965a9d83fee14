// Tables for who must approve an invoice.
import type { ApprovalRule } from '@invoice-desk/contract/approval-rules'
import { sql } from 'drizzle-orm'
import { check, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { at } from './common.ts'

/** One row. Reading and saving the rules as a whole keeps their order and needs no joins. */
export const approvalPolicy = pgTable(
  'approval_policy',
  (t) => ({
    single: t.integer().primaryKey().default(1),
    rules: t.jsonb().$type<ApprovalRule[]>().notNull().default([]),
    separatesDuties: t.boolean('separates_duties').notNull().default(true),
    version: t.integer().notNull().default(1),
    /**
     * A new one for each change of the rules or, by a trigger, of an account. It's unique among all databases, so a
     * process can keep what it has read.
     */
    revision: t.uuid().notNull().defaultRandom(),
    updatedAt: at('updated_at').notNull().default(sql`now()`),
  }),
  (table) => [
    check('approval_policy_single', sql`${table.single} = 1`),
    check('approval_policy_rules', sql`jsonb_typeof(${table.rules}) = 'array'`),
  ],
)

/** When a person last added, changed or deleted the mapping of an email. Stays after the mapping is deleted. */
export const mappingEditor = pgTable(
  'mapping_editor',
  (t) => ({
    email: t.text().notNull(),
    editor: t.text().notNull(),
    editedAt: at('edited_at').notNull().default(sql`now()`),
  }),
  (table) => [primaryKey({ columns: [table.email, table.editor] })],
)
