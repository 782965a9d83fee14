// Remembers for a few seconds who a token belongs to, because a page makes several calls at once.
import { hash } from 'node:crypto'

/** How long another process may still accept someone whose access has ended. */
const KEEP_MS = 5_000
const CALLERS_MAX = 10_000

export type Callers = ReturnType<typeof createCallers>

export const createCallers = () => {
  let known = new Map<string, { readonly caller: unknown; readonly until: number }>()
  return {
    /** The token's caller, read if we don't know it. A refusal isn't remembered. */
    identify: async <Caller extends { readonly exp: number }>(
      kind: string,
      token: string,
      read: (token: string) => Promise<Caller>,
    ): Promise<Caller> => {
      // If `forget` is called while we read, the result goes to a map that no one uses anymore.
      const map = known
      const key = `${kind} ${hash('sha256', token)}`
      const found = map.get(key)
      if (found && found.until > Date.now()) return found.caller as Caller
      const caller = await read(token)
      if (map.size >= CALLERS_MAX) map.clear()
      map.set(key, { caller, until: Math.min(Date.now() + KEEP_MS, caller.exp * 1_000) })
      return caller
    },
    /** Call it after committing a change of an account, a link or a vendor mapping. */
    forget: (): void => {
      known = new Map()
    },
  }
}
