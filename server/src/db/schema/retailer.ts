// Tables for purchases at the retailer and the imports they came from.
import type { ImportFormat } from '@invoice-desk/contract/retailer/retailer'
import { sql } from 'drizzle-orm'
import { check, index, pgTable, uniqueIndex } from 'drizzle-orm/pg-core'
import { at, cents } from './common.ts'

export type ImportState = 'running' | 'done' | 'failed'

/** An import's transactions become visible when its state becomes `done`. */
export const retailerImport = pgTable(
  'retailer_import',
  (t) => ({
    id: t.uuid().primaryKey(),
    state: t.text().$type<ImportState>().notNull(),
    format: t.text().$type<ImportFormat>().notNull(),
    actor: t.text().notNull(),
    /** Transactions to write, and how many were written or found so far. */
    total: t.integer().notNull(),
    done: t.integer().notNull().default(0),
    /** A running import that doesn't extend its lease has died. */
    leaseUntil: at('lease_until').notNull(),
    startedAt: at('started_at').notNull().default(sql`now()`),
    finishedAt: at('finished_at'),
  }),
  (table) => [
    check('retailer_import_state', sql`${table.state} IN ('running', 'done', 'failed')`),
    // One at a time, because two imports could mistake each other's unfinished rows for existing ones.
    uniqueIndex('retailer_import_running').on(table.state).where(sql`state = 'running'`),
    index('retailer_import_unfinished').on(table.id).where(sql`state <> 'done'`),
  ],
)

export const retailerTransaction = pgTable(
  'retailer_transaction',
  (t) => ({
    /** A hash of order, date, amount and card, so importing twice adds nothing. */
    id: t.uuid().primaryKey(),
    date: t.date({ mode: 'string' }).notNull(),
    /** Negative for a refund. */
    amountCents: cents('amount_cents').notNull(),
    /** Brand and last four digits are all that we store about a card. */
    cardBrand: t.text('card_brand').notNull(),
    cardLast4: t.text('card_last4').notNull(),
    orderId: t.text('order_id').notNull(),
    orderUrl: t.text('order_url').notNull(),
    /** The text that a search matches. */
    searchText: t
      .text('search_text')
      .notNull()
      .generatedAlwaysAs(sql`lower(order_id || ' ' || card_brand || ' ending in ' || card_last4)`),
    importId: t
      .uuid('import_id')
      .notNull()
      .references(() => retailerImport.id),
  }),
  (table) => [
    index('retailer_transaction_date').on(table.date, table.id),
    index('retailer_transaction_amount').on(table.amountCents, table.id),
    index('retailer_transaction_card').on(table.cardBrand, table.cardLast4, table.id),
    index('retailer_transaction_order').on(table.orderId, table.id),
    index('retailer_transaction_import').on(table.importId),
  ],
)
