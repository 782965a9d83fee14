// Distinguishes public host names from local, private and reserved ones.
import { BlockList, isIP } from 'node:net'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

const inside = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  inside.addSubnet(network, prefix)
for (const [network, prefix] of [
  ['::', 127],
  ['2001:db8::', 32],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  inside.addSubnet(network, prefix, 'ipv6')

/** Suffixes that no public name has. */
const INSIDE_NAMES =
  /(^|\.)(localhost|local|localdomain|test|internal|intranet|corp|home|example|invalid|lan|home\.arpa)$/
/** At least two labels. */
const FULL_NAME = /^[^.]+(\.[^.]+)+$/

const isIn = (list: BlockList, host: string): boolean =>
  list.check(host, isIP(host) === 6 ? 'ipv6' : 'ipv4')

/** Expects a hostname from `URL`: lowercase, with brackets around IPv6. */
const plain = (hostname: string): string => hostname.replace(/^\[|\]$|\.$/g, '')

export const isPublicHost = (hostname: string): boolean => {
  const host = plain(hostname)
  if (isIP(host)) return !isIn(inside, host)
  return FULL_NAME.test(host) && !INSIDE_NAMES.test(host)
}

export const isLoopback = (hostname: string): boolean => {
  const host = plain(hostname)
  return isIP(host) ? isIn(loopback, host) : /(^|\.)localhost$/.test(host)
}
