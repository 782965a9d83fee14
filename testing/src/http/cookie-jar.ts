// A minimal browser for sign-in: cookies by origin and path, and redirects one at a time.
import { within } from '../wait-for.ts'

type Cookie = { origin: string; path: string; name: string; value: string }

export type CookieJar = {
  fetch(url: string, init?: RequestInit): Promise<Response>
  /** Follows redirects to the end, or to an address that starts with `until`. */
  follow(
    url: string,
    init?: RequestInit,
    until?: string,
  ): Promise<{ url: string; response?: Response }>
  cookies(): readonly Cookie[]
}

const REDIRECTS_MAX = 10

export const createCookieJar = (): CookieJar => {
  const cookies: Cookie[] = []

  const keep = (url: URL, header: string) => {
    const [pair = '', ...attributes] = header.split(';').map((part) => part.trim())
    const [name = '', ...rest] = pair.split('=')
    const value = rest.join('=')
    const attribute = (key: string) =>
      attributes.find((each) => each.toLowerCase().startsWith(`${key}=`))?.slice(key.length + 1)
    const cookie = { origin: url.origin, path: attribute('path') ?? '/', name, value }
    const index = cookies.findIndex(
      (each) => each.origin === cookie.origin && each.path === cookie.path && each.name === name,
    )
    if (index >= 0) cookies.splice(index, 1)
    const isExpired =
      attribute('max-age') === '0' || new Date(attribute('expires') ?? '2999-01-01') < new Date()
    if (!isExpired) cookies.push(cookie)
  }

  const jarFetch: CookieJar['fetch'] = async (address, init = {}) => {
    const url = new URL(address)
    const header = cookies
      .filter(({ origin, path }) => origin === url.origin && url.pathname.startsWith(path))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ')
    const headers = new Headers(init.headers)
    if (header) headers.set('cookie', header)
    const response = await within(
      `${init.method ?? 'GET'} ${url.pathname}`,
      fetch(url, { ...init, headers, redirect: 'manual' }),
    )
    for (const each of response.headers.getSetCookie()) keep(url, each)
    return response
  }

  return {
    fetch: jarFetch,
    cookies: () => cookies,
    follow: async (start, init, until) => {
      let url = start
      let response = await jarFetch(url, init)
      for (let hop = 0; hop < REDIRECTS_MAX; hop += 1) {
        const location = response.headers.get('location')
        if (response.status < 300 || response.status >= 400 || location === null) break
        url = new URL(location, url).href
        if (until !== undefined && url.startsWith(until)) return { url }
        response = await jarFetch(url)
      }
      return { url, response }
    },
  }
}
