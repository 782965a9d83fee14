// TRUST_PROXY: the proxies whose X-Forwarded-For is believed, by address, range or name of a range.
import { isIP } from 'node:net'
import { z } from 'zod'

const NAMED_RANGES = ['loopback', 'linklocal', 'uniquelocal']

/** Comma separated; none when there is no proxy. A range of all addresses would believe every visitor. */
export const trustedProxies = z.string().transform((text, context): string[] => {
  const entries = text.split(',').map((entry) => entry.trim().toLowerCase())
  if (entries.join() === 'false') return []
  for (const entry of entries.filter((each) => !isProxy(each))) {
    const message = `“${entry}” does not name a proxy. List the addresses or ranges of your proxies, such as loopback, 10.0.0.0/8 or 192.0.2.7, or leave it empty if there is none.`
    context.addIssue({ code: 'custom', message })
  }
  return entries
})

const isProxy = (entry: string): boolean => {
  if (NAMED_RANGES.includes(entry)) return true
  const [address = '', bits, ...rest] = entry.split('/')
  const version = isIP(address)
  if (version === 0 || address.includes('%') || rest.length > 0) return false
  return (
    bits === undefined || (/^[1-9]\d*$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
  )
}
