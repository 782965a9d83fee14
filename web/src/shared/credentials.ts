// Who the calls speak for. The session sets it; the API client and the query cache read it.

export type Credentials = { readonly subject: string; readonly token: string }

let current: Credentials | undefined
let onRefused: () => void = () => {}
const listeners = new Set<() => void>()

export const getCredentials = (): Credentials | undefined => current

export const setCredentials = (credentials: Credentials | undefined) => {
  current = credentials
  for (const listener of listeners) listener()
}

export const subscribeToCredentials = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** What to do when the server no longer accepts the token. */
export const whenRefused = (action: () => void) => {
  onRefused = action
}

/** An answer to an older token must not end a sign-in that has replaced it meanwhile. */
export const reportRefused = (token: string) => {
  if (current?.token === token) onRefused()
}
