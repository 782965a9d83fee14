import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { countedAddress } from './address.ts'

describe('countedAddress', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:c000:0207', '192.0.2.7'],
    ['64:ff9b::192.0.2.7', '192.0.2.7'],
    ['64:FF9B::c000:207', '192.0.2.7'],
    ['64:ff9b:1::192.0.2.7', '64:ff9b:1:0::/64'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8::2:0:0:1', '2001:db8:0:0::/64'],
    ['1::2:3:4:5:6:7', '1:0:2:3::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['192.0.2.7:49152', '192.0.2.7'],
    ['[2001:db8:1:2::9]:49152', '2001:db8:1:2::/64'],
    ['unknown', 'unreadable'],
    ['', 'unreadable'],
  ])('counts %s as %s', (ip, counted) => {
    expect(countedAddress(ip)).toBe(counted)
  })
})

describe('the client address behind proxies', () => {
  const ipOf = async (trustProxy: string[], remoteAddress: string, forwarded: string) => {
    const app = Fastify({ trustProxy })
    app.get('/', async ({ ip }) => ip)
    const headers = { 'x-forwarded-for': forwarded }
    return (await app.inject({ url: '/', remoteAddress, headers })).body
  }

  it.each([
    ['one proxy', ['192.0.2.1'], '192.0.2.1', '1.1.1.1, 203.0.113.9', '203.0.113.9'],
    [
      'two proxies',
      ['loopback', '10.0.0.0/8'],
      '::1',
      '1.1.1.1, 203.0.113.9, 10.1.2.3',
      '203.0.113.9',
    ],
    ['IPv6', ['2001:db8::/32'], '2001:db8::1', '1.1.1.1, 2001:4860::9', '2001:4860::9'],
    ['IPv4 as IPv6', ['192.0.2.1'], '::ffff:192.0.2.1', '1.1.1.1, 203.0.113.9', '203.0.113.9'],
    ['an untrusted proxy', ['192.0.2.1'], '203.0.113.9', '1.1.1.1', '203.0.113.9'],
  ])('is the last untrusted one: %s', async (_name, proxies, remote, passed, ip) => {
    expect(await ipOf(proxies, remote, passed)).toBe(ip)
  })
})
