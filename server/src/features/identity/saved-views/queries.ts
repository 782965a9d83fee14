// Reads and writes saved views.

import type { SavedView, ViewPage } from '@invoice-desk/contract/identity/saved-views'
import { VIEWS_MAX } from '@invoice-desk/contract/values/limits'
import { and, asc, eq } from 'drizzle-orm'
import type { Db, Lock } from '../../../db/client.ts'
import { savedView } from '../../../db/schema/identity.ts'

const { id, name, query } = savedView

const isOf = (email: string, page: ViewPage) =>
  and(eq(savedView.email, email), eq(savedView.page, page))

export const listViews = (db: Db, email: string, page: ViewPage): Promise<SavedView[]> =>
  db
    .select({ id, name, query })
    .from(savedView)
    .where(isOf(email, page))
    .orderBy(asc(savedView.createdAt), asc(id))

/** Only one transaction at a time saves a person's views, so they stay within the limit. */
export const viewsLock = (email: string): Lock => ({ space: 'savedViews', key: email })

/** Undefined if the person has too many. The transaction must hold their lock. */
export const storeView = async (
  tx: Db,
  view: { email: string; page: ViewPage; name: string; query: string },
): Promise<SavedView | undefined> => {
  const [replaced] = await tx
    .update(savedView)
    .set({ query: view.query })
    .where(and(isOf(view.email, view.page), eq(name, view.name)))
    .returning({ id, name, query })
  if (replaced) return replaced
  if ((await tx.$count(savedView, isOf(view.email, view.page))) >= VIEWS_MAX) return undefined
  const [stored] = await tx.insert(savedView).values(view).returning({ id, name, query })
  return stored
}

/** False if it isn't theirs or no longer exists. */
export const deleteSavedView = async (db: Db, email: string, viewId: string): Promise<boolean> => {
  const { rowCount } = await db
    .delete(savedView)
    .where(and(eq(id, viewId), eq(savedView.email, email)))
  return rowCount === 1
}
