// The signed-in account's token. The session sets it; the API client and the query cache read it.

export type Credentials = { readonly subject: string; readonly token: string }

let current: Credentials | undefined
let awaited: Promise<unknown> | undefined
let onRefused: () => void = () => {}
const listeners = new Set<() => void>()

export const getCredentials = (): Credentials | undefined => current

/** The token for a call. Waits for a renewal if it has expired. */
export const getToken = async (): Promise<string | undefined> => {
  await awaited
  return current?.token
}

/** Makes calls wait for this. */
export const awaitCredentials = (renewal: Promise<unknown>) => {
  awaited = renewal.catch(() => {})
}

export const setCredentials = (credentials: Credentials | undefined) => {
  current = credentials
  for (const listener of listeners) listener()
}

export const subscribeToCredentials = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Sets the handler for a token the server no longer accepts. */
export const onTokenRejected = (action: () => void) => {
  onRefused = action
}

/** A late response to an older token must not end a newer sign-in. */
export const reportRejectedToken = (token: string) => {
  if (current?.token === token) onRefused()
}
