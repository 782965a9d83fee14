// People see and change what they own. Administrators see and change everything.
import { type AnyColumn, eq, type SQL } from 'drizzle-orm'

export type Viewer = { readonly email: string; readonly admin: boolean }

export const mayManage = ({ email, admin }: Viewer, owner: string): boolean =>
  admin || owner === email

/** The condition for rows that this person sees. */
export const isVisibleTo = ({ email, admin }: Viewer, owner: AnyColumn): SQL | undefined =>
  admin ? undefined : eq(owner, email)
