// A desk as tests reach it, whether it runs in this process or its own.
import { type Caller, createCaller } from '../http/caller.ts'
import { STAFF } from '../people.ts'
import type { SandboxSite } from '../sandbox/control.ts'
import type { Rows } from './rows.ts'

export type AnyDesk = Caller & {
  readonly sandbox: SandboxSite
  /** Only of a desk in this process: writes to its tables, which is faster than its API. */
  readonly rows?: Rows
}

export const reachDesk = (url: string, sandbox: SandboxSite): AnyDesk => ({
  ...createCaller(url),
  sandbox,
})

const tokens = new WeakMap<AnyDesk, Promise<string>>()

/** The bearer token of the sample business's staff, who sign in once per desk. */
export const staffTokenOf = (desk: AnyDesk): Promise<string> => {
  const token = tokens.get(desk) ?? desk.signIn(STAFF).then(({ idToken }) => idToken)
  tokens.set(desk, token)
  return token
}
