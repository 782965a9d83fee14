// Finds the canonical URL of a page, to which other spellings and host names redirect.
import { PAGES } from '@invoice-desk/contract/system/pages'
import { isLoopback } from '../settings/public-host.ts'

const PAGE_PATHS: readonly string[] = PAGES

/** Former paths, so bookmarks and sent emails keep working. */
const MOVED: Readonly<Record<string, string>> = { '/payments': '/payments/admin' }

/** `/Pay-Invoice/`, `//pay-invoice` and `/pay%2Dinvoice` all mean `/pay-invoice`. Encoded slashes stay encoded. */
export const findCanonicalPage = (path: string): string | undefined => {
  const plain = decode(path).toLowerCase().replaceAll(/\/+/g, '/')
  const requested = plain.replace(/(?<=.)\/$/, '')
  const page = MOVED[requested] ?? requested
  return PAGE_PATHS.includes(page) ? page : undefined
}

const decode = (path: string): string => {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

/**
 * Whether a page was opened under another name of this machine, such as 127.0.0.1 instead of localhost, where sign-in
 * and verification don't work. Applies only if PUBLIC_URL is on this machine at the same port, because behind a proxy a
 * redirect to PUBLIC_URL could loop forever.
 */
export const createIsLocalAlias = (publicUrl: string): ((host: string) => boolean) => {
  const own = new URL(publicUrl)
  if (!isThisMachine(own.hostname)) return () => false
  return (host) => {
    const requested = URL.parse(`${own.protocol}//${host}`)
    if (!requested || requested.host === own.host) return false
    return requested.port === own.port && isThisMachine(requested.hostname)
  }
}

const isThisMachine = (hostname: string): boolean =>
  isLoopback(hostname) || hostname === '0.0.0.0' || hostname === '[::]'
