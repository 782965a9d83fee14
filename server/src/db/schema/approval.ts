// Tables for who must approve an invoice, and how approvers hear about it.
import { NOTICES, type Notices } from '@invoice-desk/contract/approval/preferences'
import type { ApprovalRule } from '@invoice-desk/contract/approval/rules'
import { sql } from 'drizzle-orm'
import { check, pgTable, primaryKey } from 'drizzle-orm/pg-core'
import { at, isOneOf } from './common.ts'

/** One row. Reading and saving the rules as a whole keeps their order and needs no joins. */
export const approvalPolicy = pgTable(
  'approval_policy',
  (t) => ({
    single: t.integer().primaryKey().default(1),
    rules: t.jsonb().$type<ApprovalRule[]>().notNull().default([]),
    separatesDuties: t.boolean('separates_duties').notNull().default(true),
    /** In business days; null if invoices are never escalated. */
    escalateAfterDays: t.integer('escalate_after_days'),
    version: t.integer().notNull().default(1),
    /**
     * A new one for each change of the rules, of a preference or, by a trigger, of an account. It's unique among all databases, so a
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

/** What decides where an invoice's money goes: the mapping of its email, the vendor in QuickBooks, its own vendor. */
export const PAYEE_EDITS = ['email', 'vendor', 'bill'] as const

/** When a person last changed it. Stays after a mapping is deleted. */
export const payeeEditor = pgTable(
  'payee_editor',
  (t) => ({
    kind: t.text().$type<(typeof PAYEE_EDITS)[number]>().notNull(),
    /** The email, the key of the vendor's name, or the bill's id. */
    name: t.text().notNull(),
    editor: t.text().notNull(),
    editedAt: at('edited_at').notNull(),
  }),
  (table) => [
    primaryKey({ columns: [table.kind, table.name, table.editor] }),
    check('payee_editor_kind', sql.raw(isOneOf('kind', PAYEE_EDITS))),
  ],
)

/** What an approver chose. Those without a row get an email for each invoice. */
export const approverPreference = pgTable(
  'approver_preference',
  (t) => ({
    email: t.text().primaryKey(),
    notices: t.text().$type<Notices>().notNull().default('each'),
    /** Acts for them from `firstDay` through `lastDay`. */
    delegate: t.text(),
    firstDay: t.date('first_day', { mode: 'string' }),
    lastDay: t.date('last_day', { mode: 'string' }),
    version: t.integer().notNull().default(1),
    updatedAt: at('updated_at').notNull().default(sql`now()`),
  }),
  (table) => [
    check('approver_preference_notices', sql.raw(isOneOf('notices', NOTICES))),
    check(
      'approver_preference_absence',
      sql`num_nulls(${table.delegate}, ${table.firstDay}, ${table.lastDay}) IN (0, 3) AND ${table.firstDay} <= ${table.lastDay}`,
    ),
  ],
)
