import { describe, expect, it } from 'vitest'
import { judgeProxy, SPOOFED_ADDRESS } from './proxy-headers.ts'

const SEEN = {
  installation: 'ours',
  bytes: 1,
  protocol: 'https',
  host: 'invoices.business.com',
  address: '203.0.113.9',
  forwardedFor: 1,
  isProxyTrusted: true,
}
const judge = (seen: Partial<typeof SEEN>, origin = 'https://invoices.business.com') =>
  judgeProxy(new URL(origin), { ...SEEN, ...seen }).map(({ state, text, fix = '' }) => [
    state,
    `${text} ${fix}`,
  ])

describe('what the proxy tells the app', () => {
  it.each<[string, Partial<typeof SEEN>, string, string]>([
    ['is fine if it replaces what visitors claim', {}, 'ok', 'trusts it'],
    ['is fine if it appends to what visitors claim', { forwardedFor: 2 }, 'ok', 'trusts it'],
    [
      'is unknown if we also trust the address that it appends',
      { address: SPOOFED_ADDRESS, forwardedFor: 2 },
      'skipped',
      'TRUST_PROXY includes every address',
    ],
    [
      'is a problem if it passes on what visitors claim',
      { address: SPOOFED_ADDRESS },
      'problem',
      'proxy_add_x_forwarded_for',
    ],
    [
      "is a problem if we don't trust it, and names its address",
      { isProxyTrusted: false, address: '172.30.92.2' },
      'problem',
      "Set TRUST_PROXY to the proxy's address, which is 172.30.92.2,",
    ],
    [
      'is a problem if it drops the header',
      { forwardedFor: 0, isProxyTrusted: false },
      'problem',
      "doesn't send X-Forwarded-For",
    ],
  ])('%s', (_, seen, state, text) => {
    expect(judge(seen)).toEqual([[state, expect.stringContaining(text)]])
  })

  it('is worth a note if protocol or host differ', () => {
    expect(judge({ protocol: 'http', host: 'localhost:3000' })).toEqual([
      ['ok', expect.any(String)],
      ['note', expect.stringContaining('reports http, but PUBLIC_URL uses https.')],
      ['note', expect.stringContaining('reports the host localhost:3000, but PUBLIC_URL has invo')],
    ])
  })

  it('is nothing without a proxy', () => {
    const seen = { protocol: 'http', host: 'localhost:3000', forwardedFor: 0 }
    expect(judge(seen, 'http://localhost:3000')).toEqual([['ok', expect.any(String)]])
  })
})
