// What keeps the list of pending tasks quick however long it is. Triggers in the migrations keep both tables true.
import { sql } from 'drizzle-orm'
import { check, integer, pgTable, smallint } from 'drizzle-orm/pg-core'
import { at } from './common.ts'

/**
 * How many tasks are pending: the sum of all slots. Each connection counts in the slot of its number, so that two
 * who decide at once need not wait for each other.
 */
export const pendingTally = pgTable('pending_tally', {
  slot: smallint().primaryKey(),
  tasks: integer().notNull().default(0),
})

/**
 * No task submitted before this moment is pending. Decided tasks leave dead entries at the head of their index until
 * a vacuum comes; whoever starts here does not wade through them.
 */
export const pendingFloor = pgTable(
  'pending_floor',
  {
    id: integer().primaryKey().default(1),
    submittedAt: at('submitted_at').notNull(),
    /** Counts the tasks that appeared among the old ones, so that nobody raises the floor above one. */
    version: integer().notNull().default(0),
  },
  (table) => [check('pending_floor_single', sql`${table.id} = 1`)],
)
