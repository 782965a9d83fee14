// Controls the app's copy of QuickBooks.
import { createCopySync } from '@invoice-desk/server/features/accounting/copy/sync'
import { sql } from 'drizzle-orm'
import type { TestDesk } from '../app/test-desk.ts'
import { HARBOR, TIDEWATER } from './connect.ts'

/** Keeps the copy empty, so the app asks QuickBooks, until `refreshCopy` is called. */
export const pauseCopy = async ({ desk }: TestDesk): Promise<void> => {
  const { db } = desk.dependencies.database
  await db.execute(sql`DELETE FROM qbo_record`)
  for (const realmId of [HARBOR, TIDEWATER]) {
    await db.execute(sql`
      INSERT INTO qbo_copy (realm_id, leased_until) VALUES (${realmId}, 'infinity')
      ON CONFLICT (realm_id) DO UPDATE SET leased_until = 'infinity'`)
  }
}

/** Fills the copy, or reads changes if it's filled. Afterward, nothing else does until it's called again. */
export const refreshCopy = async ({ desk }: TestDesk): Promise<void> => {
  const { db } = desk.dependencies.database
  await db.execute(sql`UPDATE qbo_copy SET leased_until = NULL`)
  await createCopySync(desk.dependencies)()
  await db.execute(sql`UPDATE qbo_copy SET leased_until = 'infinity'`)
}
