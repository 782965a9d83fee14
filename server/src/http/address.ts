// The address that rate limits count a visitor by.
import { isIPv4, isIPv6 } from 'node:net'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

/** IPv6 is counted by its /64, because that is the least a provider hands out: its owner has every address in it. */
export const countedAddress = (ip: string): string => {
  const address = bareAddress(ip)
  if (isIPv4(address)) return address
  // Only a trusted proxy can send such a thing.
  if (!isIPv6(address)) return 'unreadable'
  const groups = groupsOf(address)
  return ipv4In(groups) ?? `${groups.slice(0, 4).join(':')}::/64`
}

/** Some proxies add the visitor's port. */
const bareAddress = (text: string): string =>
  text
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
    .replace(/%.*$/, '')

const IPV4_INSIDE = ['0:0:0:0:0:ffff', '64:ff9b:0:0:0:0']

/** All eight, in the one spelling that URLs have for an address. */
const groupsOf = (ipv6: string): string[] => {
  const [head = '', tail] = new URL(`http://[${ipv6}]`).hostname.slice(1, -1).split('::')
  const first = head.split(':').filter(Boolean)
  const last = tail?.split(':').filter(Boolean) ?? []
  return [...first, ...Array(8 - first.length - last.length).fill('0'), ...last]
}

/** A visitor by IPv4, as a socket that listens for both or a NAT64 gateway shows it, such as `::ffff:192.0.2.7`. */
const ipv4In = (groups: readonly string[]): string | undefined => {
  if (!IPV4_INSIDE.includes(groups.slice(0, 6).join(':'))) return undefined
  const bytes = groups.slice(6).map((group) => Number.parseInt(group, 16))
  return bytes.flatMap((two) => [two >> 8, two & 255]).join('.')
}

/** For a server that trusts no proxy: says once that there seems to be one. */
export const warnOfProxy = (app: FastifyInstance, log: FastifyBaseLogger): void => {
  let isWarned = false
  app.addHook('onRequest', async ({ headers }) => {
    if (isWarned || headers['x-forwarded-for'] === undefined) return
    isWarned = true
    log.warn(
      'A request has an X-Forwarded-For header, but TRUST_PROXY is not set. Visitors behind a proxy are counted as one address until TRUST_PROXY names the proxy.',
    )
  })
}
