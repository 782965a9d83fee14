// The table of verification links.
import { sql } from 'drizzle-orm'
import { index, pgTable } from 'drizzle-orm/pg-core'
import { at } from './common.ts'

/** An emailed link. Only the hash of its token is stored, so reading the table gives no access. */
export const verification = pgTable(
  'verification',
  (t) => ({
    tokenHash: t.text('token_hash').primaryKey(),
    email: t.text().notNull(),
    createdAt: at('created_at').notNull().default(sql`now()`),
    expiresAt: at('expires_at').notNull(),
    revokedAt: at('revoked_at'),
  }),
  (table) => [index('verification_email').on(table.email)],
)
