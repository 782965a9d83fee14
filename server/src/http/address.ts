// Finds the address that rate limits use for a visitor.
import { isIP, isIPv4 } from 'node:net'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import ipaddr from 'ipaddr.js'

const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

/** IPv6 counts by /64, the smallest network a provider assigns. */
export const countedAddress = (ip: string): string => {
  if (isIPv4(ip)) return ip
  const address = parseAddress(ip)
  // Only a trusted proxy can send this.
  if (!address) return 'unreadable'
  if (address instanceof ipaddr.IPv4) return address.toString()
  if (address.match(NAT64)) return address.toByteArray().slice(-4).join('.')
  const network = address.parts.slice(0, 4).map((part) => part.toString(16))
  return `${network.join(':')}::/64`
}

/** Without a zone and the port that some proxies add. Turns `::ffff:192.0.2.7` into IPv4. */
export const parseAddress = (text: string) => {
  const bare = text
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1')
    .replace(/%.*$/, '')
  return isIP(bare) ? ipaddr.process(bare) : undefined
}

/** Warns once if there seems to be a proxy that isn't trusted. */
export const warnOfProxy = (app: FastifyInstance, log: FastifyBaseLogger): void => {
  let isWarned = false
  app.addHook('onRequest', ({ headers }, _reply, done) => {
    done()
    if (isWarned || headers['x-forwarded-for'] === undefined) return
    isWarned = true
    log.warn(
      'A request has an X-Forwarded-For header, but TRUST_PROXY is not set. All visitors behind the proxy count as one address until you set TRUST_PROXY.',
    )
  })
}
