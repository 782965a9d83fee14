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

const tokens = new WeakMap<AnyDesk, Promise<string>>()

/** The bearer token of staff, who sign in once per app. */
export const staffTokenOf = (desk: AnyDesk): Promise<string> => {
  const token = tokens.get(desk) ?? desk.signIn(STAFF).then(({ idToken }) => idToken)
  tokens.set(desk, token)
  return token
}
