// Lets a person save, list and delete views of a list. Everyone sees only their own.
import type { BodyOf } from '@invoice-desk/contract/http/endpoint'
import type { SavedView, saveView, ViewPage } from '@invoice-desk/contract/identity/saved-views'
import type { Dependencies } from '../../../dependencies.ts'
import type { StaffCaller } from '../../../http/access.ts'
import { AppError } from '../../../lib/app-error.ts'
import { deleteSavedView, listViews, storeView, viewsLock } from './queries.ts'

export const createSavedViews = ({ database: { db } }: Dependencies) => ({
  list: async ({ email }: StaffCaller, page: ViewPage) => ({
    views: await listViews(db, email, page),
  }),
  save: async ({ email }: StaffCaller, body: BodyOf<typeof saveView>): Promise<SavedView> => {
    const view = await db.transaction((tx) => storeView(tx, { email, ...body }), viewsLock(email))
    if (!view) throw new AppError('saved_views_full')
    return view
  },
  remove: async ({ email }: StaffCaller, id: string): Promise<{ deleted: true }> => {
    if (!(await deleteSavedView(db, email, id))) throw new AppError('saved_view_unknown')
    return { deleted: true }
  },
})
