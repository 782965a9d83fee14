// Finds the address that rate limits use for a visitor.
import { isIPv4, isIPv6 } from 'node:net'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

/** IPv6 counts by /64, the smallest network a provider assigns. */
export const countedAddress = (ip: string): string => {
  const address = bareAddress(ip)
  if (isIPv4(address)) return address
  // Only a trusted proxy can send this.
  if (!isIPv6(address)) return 'unreadable'
  const groups = groupsOf(address)
  return ipv4In(groups) ?? `${groups.slice(0, 4).join(':')}::/64`
}

/** Without the port that some proxies add. */
const bareAddress = (text: string): string =>
  text
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
    .replace(/%.*$/, '')

const IPV4_INSIDE = ['0:0:0:0:0:ffff', '64:ff9b:0:0:0:0']

/** All eight groups, normalized by `URL`. */
const groupsOf = (ipv6: string): string[] => {
  const [head = '', tail] = new URL(`http://[${ipv6}]`).hostname.slice(1, -1).split('::')
  const first = head.split(':').filter(Boolean)
  const last = tail?.split(':').filter(Boolean) ?? []
  return [...first, ...Array(8 - first.length - last.length).fill('0'), ...last]
}

/** The IPv4 address in a mapped or NAT64 address such as `::ffff:192.0.2.7`. */
const ipv4In = (groups: readonly string[]): string | undefined => {
  if (!IPV4_INSIDE.includes(groups.slice(0, 6).join(':'))) return undefined
  const bytes = groups.slice(6).map((group) => Number.parseInt(group, 16))
  return bytes.flatMap((two) => [two >> 8, two & 255]).join('.')
}

/** Warns once if there seems to be a proxy that isn't trusted. */
export const warnOfProxy = (app: FastifyInstance, log: FastifyBaseLogger): void => {
  let isWarned = false
  app.addHook('onRequest', async ({ headers }) => {
    if (isWarned || headers['x-forwarded-for'] === undefined) return
    isWarned = true
    log.warn(
      'A request has an X-Forwarded-For header, but TRUST_PROXY is not set. All visitors behind the proxy count as one address until you set TRUST_PROXY.',
    )
  })
}
