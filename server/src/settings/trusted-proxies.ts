// Parses TRUST_PROXY: the proxies whose X-Forwarded-For we trust, by address, range or named range.
import { BlockList, isIP } from 'node:net'
import { z } from 'zod'

const NAMED_RANGES = ['loopback', 'linklocal', 'uniquelocal']
/** A wider range would include visitors, who could then forge any address. */
const BITS_MIN = { 4: 8, 6: 16 }
const BITS_MAX = { 4: 32, 6: 128 }
/** IPv6 ranges that contain all of IPv4: mapped addresses and NAT64. */
const IPV4_INSIDE = ['::ffff:0:0', '64:ff9b::']
const IPV4_INSIDE_BITS = 96

/** Comma-separated; empty without a proxy. */
export const trustedProxies = z.string().transform((text, context): string[] => {
  const entries = text.split(',').map((entry) => entry.trim().toLowerCase())
  if (entries.join() === 'false') return []
  for (const entry of entries) {
    const problem = NAMED_RANGES.includes(entry) ? undefined : problemOf(entry)
    if (problem) context.addIssue({ code: 'custom', message: `“${entry}” ${problem}` })
  }
  return entries
})

const problemOf = (entry: string): string | undefined => {
  const [address = '', prefix, ...rest] = entry.split('/')
  const version = isIP(address) as 0 | 4 | 6
  const isRange = prefix === undefined || /^\d+$/.test(prefix)
  if (version === 0 || address.includes('%') || !isRange || rest.length > 0) return NO_PROXY
  const bits = Number(prefix ?? BITS_MAX[version])
  if (bits > BITS_MAX[version]) return NO_PROXY
  if (bits < BITS_MIN[version]) return TOO_WIDE
  return version === 6 && holdsIpv4(address, bits) ? AS_IPV4 : undefined
}

const holdsIpv4 = (address: string, bits: number): boolean => {
  const range = new BlockList()
  range.addSubnet(address, Math.min(bits, IPV4_INSIDE_BITS), 'ipv6')
  return IPV4_INSIDE.some((each) => range.check(each, 'ipv6'))
}

const NO_PROXY =
  "isn't a proxy. List the addresses or ranges of your proxies, such as loopback, 10.0.0.0/8 or 192.0.2.7, or leave it empty if you have none."
const TOO_WIDE = `is too broad and would include visitors. Use /${BITS_MIN[4]} or narrower, or /${BITS_MIN[6]} or narrower for IPv6.`
const AS_IPV4 = 'contains IPv4 addresses. Write them as IPv4, such as 10.0.0.0/8.'
