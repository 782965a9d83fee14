// The app as tests reach it, in this process or another one.
import { type Caller, createCaller } from '../http/caller.ts'
import { STAFF } from '../people.ts'
import type { SandboxSite } from '../sandbox/control.ts'
import type { Rows } from './rows.ts'

export type AnyDesk = Caller & {
  readonly sandbox: SandboxSite
  /** Only in this process: writes to the database, which is faster than the API. */
  readonly rows?: Rows
}

export const reachDesk = (url: string, sandbox: SandboxSite): AnyDesk => ({
  ...createCaller(url),
  sandbox,
})

const tokens = new WeakMap<AnyDesk, Map<string, Promise<string>>>()

/** The bearer token of someone on the staff, who signs in once per app. */
export const staffTokenOf = (desk: AnyDesk, email = STAFF): Promise<string> => {
  const known = tokens.get(desk) ?? new Map<string, Promise<string>>()
  tokens.set(desk, known)
  const token = known.get(email) ?? desk.signIn(email).then(({ idToken }) => idToken)
  known.set(email, token)
  return token
}
