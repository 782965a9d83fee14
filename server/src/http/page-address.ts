// The one address of each page. Other spellings of it, and other names of this machine, are redirected to it.
import { PAGES } from '@invoice-desk/contract/pages'
import { isLoopback } from '../public-host.ts'

const PAGE_PATHS: readonly string[] = PAGES

/** Former addresses: bookmarks and sent emails keep working. */
const MOVED: Readonly<Record<string, string>> = { '/payments': '/payments/admin' }

/**
 * The page a path means: `/Pay-Invoice/`, `//pay-invoice` and `/pay%2Dinvoice` all mean `/pay-invoice`. Encoded slashes
 * separate nothing and stay encoded.
 */
export const pageMeantBy = (path: string): string | undefined => {
  const plain = decode(path).toLowerCase().replaceAll(/\/+/g, '/')
  const asked = plain.replace(/(?<=.)\/$/, '')
  const page = MOVED[asked] ?? asked
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
 * Whether a page was opened by another name of this machine, such as 127.0.0.1 for localhost, where cookies and return
 * addresses of sign-in and verification don't work. Only with a public address on this machine, at the same port: a
 * proxy may pass on any host of its own, and a redirect to the public address would then lead back here for ever.
 */
export const createIsOtherName = (publicUrl: string): ((host: string) => boolean) => {
  const own = new URL(publicUrl)
  if (!isThisMachine(own.hostname)) return () => false
  return (host) => {
    const asked = URL.parse(`${own.protocol}//${host}`)
    if (!asked || asked.host === own.host) return false
    return asked.port === own.port && isThisMachine(asked.hostname)
  }
}

const isThisMachine = (hostname: string): boolean =>
  isLoopback(hostname) || hostname === '0.0.0.0' || hostname === '[::]'
