// Removes the token of an emailed link from the URL before a router, request or referrer can see it.

type Place = {
  readonly location: Pick<Location, 'pathname' | 'search' | 'hash'>
  readonly history: Pick<History, 'state' | 'replaceState'>
}

let linkToken: string | undefined

/** Call once, before the router reads the URL. */
export const takeLinkToken = (paths: readonly string[], { location, history }: Place = window) => {
  if (!paths.includes(location.pathname)) return
  const query = new URLSearchParams(location.search)
  const token = query.get('token')
  if (token === null) return
  linkToken = token.trim()
  query.delete('token')
  const rest = query.size > 0 ? `?${query}` : ''
  history.replaceState(history.state, '', location.pathname + rest + location.hash)
}

/** The token, until the page has used it. */
export const peekLinkToken = (): string | undefined => linkToken

export const forgetLinkToken = () => {
  linkToken = undefined
}
