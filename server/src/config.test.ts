import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

it.each(['America/New_Yrok', 'Eastern', '-05:00'])('refuses the time zone %s by name', (zone) => {
  expect(() => readConfig({ BUSINESS_TIME_ZONE: zone })).toThrow(
    'BUSINESS_TIME_ZONE: must be the name of a time zone, such as America/New_York',
  )
})

describe('TRUST_PROXY', () => {
  const read = (TRUST_PROXY: string) => () => readConfig({ TRUST_PROXY })

  it.each([
    'true',
    'TRUE',
    '1',
    '2',
    'localhost',
    'proxy.example',
    '10.0.0.0/33',
    '10.0.0.0/255.0.0.0',
    '0.0.0.0/0',
    '::/0',
    'fe80::1%eth0',
    'loopback, true',
    'loopback,',
  ])('refuses %s and says what to write', (text) => {
    expect(read(text)).toThrow(
      /TRUST_PROXY: “.*” does not name a proxy\. List the addresses or ranges of your proxies, such as loopback, 10\.0\.0\.0\/8 or 192\.0\.2\.7/,
    )
  })

  it.each([
    '',
    'false',
    'loopback, linklocal,uniquelocal',
    '10.0.0.0/8, 192.0.2.7',
    '2001:db8::1, 2001:db8::/32',
  ])('takes %j', (text) => {
    expect(read(text)).toThrow(/^(?!.*TRUST_PROXY)/s)
  })
})
