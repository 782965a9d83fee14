// Distinguishes public host names from local, private and reserved ones.
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Suffixes that no public name has. */
const INSIDE_NAMES =
  /(^|\.)(localhost|local|localdomain|test|internal|intranet|corp|home|example|invalid|lan|home\.arpa)$/
/** At least two labels. */
const FULL_NAME = /^[^.]+(\.[^.]+)+$/

/** Expects a hostname from `URL`: lowercase, with brackets around IPv6. */
const plain = (hostname: string): string => hostname.replace(/^\[|\]$|\.$/g, '')

/** Such as `private` or `loopback`; `unicast` is public. Undefined for a name. */
const rangeOf = (host: string) => (isIP(host) ? ipaddr.process(host).range() : undefined)

export const isPublicHost = (hostname: string): boolean => {
  const host = plain(hostname)
  const range = rangeOf(host)
  return range ? range === 'unicast' : FULL_NAME.test(host) && !INSIDE_NAMES.test(host)
}

export const isLoopback = (hostname: string): boolean => {
  const host = plain(hostname)
  return rangeOf(host) === 'loopback' || /(^|\.)localhost$/.test(host)
}
