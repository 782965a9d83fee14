import { TOOLS } from '@invoice-desk/contract/identity/tools'
import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

/** All required settings. */
const COMPLETE = {
  MODE: 'sandbox',
  PUBLIC_URL: 'http://localhost:3000',
  BUSINESS_NAME: 'Ours',
  CONTACT_EMAIL: 'desk@ours.example',
  MAIL_FROM: 'desk@ours.example',
  SMTP_URL: 'smtp://localhost:1',
  SECRET_KEY: Buffer.alloc(32).toString('base64'),
  ...Object.fromEntries(
    [
      'GOOGLE_CLIENT_ID',
      'GOOGLE_CLIENT_SECRET',
      'RECAPTCHA_SITE_KEY',
      'RECAPTCHA_SECRET_KEY',
      'QBO_CLIENT_ID',
      'QBO_CLIENT_SECRET',
      'QBO_WEBHOOK_TOKEN',
      'STRIPE_SECRET_KEY',
      'STRIPE_PUBLISHABLE_KEY',
      'STRIPE_WEBHOOK_SECRET',
    ].map((name) => [name, 'x']),
  ),
}

it.each(['America/New_Yrok', 'Eastern', '-05:00'])('refuses the time zone %s', (zone) => {
  expect(() => readConfig({ BUSINESS_TIME_ZONE: zone })).toThrow(
    'BUSINESS_TIME_ZONE: must be the name of a time zone, such as America/New_York',
  )
})

it('needs the app’s own database user beside the one for migrations', () => {
  const MIGRATION_DATABASE_URL = 'postgres://owner@localhost/desk'
  expect(() => readConfig({ ...COMPLETE, MIGRATION_DATABASE_URL })).toThrow(
    'DATABASE_URL: is not set, but MIGRATION_DATABASE_URL is',
  )
})

it('keeps files and messages forever unless a number of days is set', () => {
  const read = (given: object) => {
    const { filesKeptDays, messagesKeptDays } = readConfig({ ...COMPLETE, ...given })
    return [filesKeptDays, messagesKeptDays]
  }
  expect(read({})).toEqual(['forever', 'forever'])
  expect(read({ FILES_KEPT_DAYS: '2557', MESSAGES_KEPT_DAYS: 'forever' })).toEqual([
    2_557,
    'forever',
  ])
  for (const days of ['364', '36501', '400.5', '0x200', 'a year'])
    expect(() => read({ FILES_KEPT_DAYS: days })).toThrow(
      'FILES_KEPT_DAYS: must be a number of days',
    )
})

describe('BUSINESS_ADDRESS', () => {
  const read = (BUSINESS_ADDRESS: string) => readConfig({ ...COMPLETE, BUSINESS_ADDRESS })

  it.each([
    ['400 Harbor Way; Portland, OR 97209', ['400 Harbor Way', 'Portland, OR 97209']],
    [' ; 400 Harbor Way;', ['400 Harbor Way']],
    ['', []],
  ])('has one line for each part of “%s”', (text, lines) => {
    expect(read(text).businessAddress).toEqual(lines)
  })

  it('has at most four lines', () => {
    expect(() => read('1;2;3;4;5')).toThrow('BUSINESS_ADDRESS: must have at most four lines')
  })
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
    'fe80::1%eth0',
    '10.0.0.0/',
    'loopback, true',
    'loopback,',
  ])('refuses %s and suggests a valid value', (text) => {
    expect(read(text)).toThrow(
      /TRUST_PROXY: “.*” isn't a proxy\. List the addresses or ranges of your proxies, such as loopback, 10\.0\.0\.0\/8 or 192\.0\.2\.7/,
    )
  })

  it.each([
    ['0.0.0.0/0', 'is too broad'],
    ['0.0.0.0/1, 128.0.0.0/1', 'is too broad'],
    ['10.0.0.0/7', 'is too broad'],
    ['::/0', 'is too broad'],
    ['2000::/15', 'is too broad'],
    ['::/16', 'contains IPv4 addresses. Write them as IPv4'],
    ['::ffff:0:0/96', 'contains IPv4 addresses. Write them as IPv4'],
    ['0:0:0:0:0:ffff:a00:1', 'contains IPv4 addresses. Write them as IPv4'],
    ['::ffff:10.0.0.0/104', 'contains IPv4 addresses. Write them as IPv4'],
    ['64:ff9b::/96', 'contains IPv4 addresses. Write them as IPv4'],
  ])('refuses %s, which would include visitors', (text, problem) => {
    expect(read(text)).toThrow(`TRUST_PROXY: “${text.split(',')[0]}” ${problem}`)
  })

  it.each([
    '',
    'false',
    '::1',
    'loopback, linklocal,uniquelocal',
    '10.0.0.0/8, 192.0.2.7',
    '2001:db8::1, 2001:db8::/32',
  ])('accepts %j', (text) => {
    expect(read(text)).toThrow(/^(?!.*TRUST_PROXY)/s)
  })
})

it.each([
  ['HTTPS://Invoices.Ours.Example/', 'https://invoices.ours.example'],
  [' https://ours.example:443 ', 'https://ours.example'],
  ['http://LOCALHOST:3000', 'http://localhost:3000'],
])('reads PUBLIC_URL=%s as %s', (PUBLIC_URL, url) => {
  expect(readConfig({ ...COMPLETE, PUBLIC_URL }).publicUrl).toBe(url)
})

it.each([
  'https://ours.example/desk',
  'https://ours.example//',
  'https://ours.example?a=1',
  'https://ours.example/?',
  'https://ours.example/#a',
  'https://user@ours.example',
  'https://user:password@ours.example',
])('refuses PUBLIC_URL=%s, which is more than a host', (PUBLIC_URL) => {
  expect(() => readConfig({ ...COMPLETE, PUBLIC_URL })).toThrow(
    'PUBLIC_URL: must have no path, for example https://invoices.your-business.com',
  )
})

it('normalizes every URL', () => {
  const config = readConfig({ ...COMPLETE, GOOGLE_ISSUER: 'HTTP://Login.Ours.Example/Staff/' })
  expect(config.google.issuer).toBe('http://login.ours.example/Staff')
})

describe('the keys', () => {
  const [A, B] = [1, 2].map((byte) => Buffer.alloc(32, byte)) as [Buffer, Buffer]
  const [a, b] = [A.toString('base64'), B.toString('base64url')]

  it.each([
    [a, '', []],
    [` ${b} `, a, [A]],
    [b, `${a},`, [A]],
    [b, ` , ${a} ,,${b}`, [A, B]],
  ])('are read from %j and %j', (SECRET_KEY, SECRET_KEY_PREVIOUS, previous) => {
    const { keyring } = readConfig({ ...COMPLETE, SECRET_KEY, SECRET_KEY_PREVIOUS })
    expect(keyring).toEqual({ current: SECRET_KEY === a ? A : B, previous })
  })

  it.each([`${a},${b}`, `${a},`, `${a} ${b}`, `${a};`, `${a}=`, a.slice(1), 'short'])(
    'are not read from SECRET_KEY=%s',
    (SECRET_KEY) => {
      expect(() => readConfig({ ...COMPLETE, SECRET_KEY })).toThrow(
        'SECRET_KEY: must be one 32-byte key in base64',
      )
    },
  )

  it.each([`${a} ${b}`, `${a};${b}`, `${a},x`])(
    'are not read from SECRET_KEY_PREVIOUS=%s',
    (SECRET_KEY_PREVIOUS) => {
      expect(() => readConfig({ ...COMPLETE, SECRET_KEY_PREVIOUS })).toThrow(
        'SECRET_KEY_PREVIOUS: must contain 32-byte keys in base64, separated by commas',
      )
    },
  )
})

it.each(['smtp:mail.ours.example', 'smtp:///x', 'smtps://', 'https://mail.ours.example'])(
  'refuses SMTP_URL=%s',
  (SMTP_URL) => {
    expect(() => readConfig({ ...COMPLETE, SMTP_URL })).toThrow(
      'SMTP_URL: must be an address such as smtps://user:password@mail.your-business.com:465',
    )
  },
)

it.each(['@ours.example', 'a.example,b.example', 'https://ours.example', 'ours', 'ours.example.'])(
  'refuses STAFF_DOMAIN=%s',
  (STAFF_DOMAIN) => {
    expect(() => readConfig({ ...COMPLETE, STAFF_DOMAIN })).toThrow(
      'STAFF_DOMAIN: must be one domain name, such as your-business.com',
    )
  },
)

it.each([
  ['', ''],
  [' Ours-2.Co.Example ', 'ours-2.co.example'],
])('accepts STAFF_DOMAIN=%j', (STAFF_DOMAIN, domain) => {
  expect(readConfig({ ...COMPLETE, STAFF_DOMAIN }).staff.domain).toBe(domain)
})

it.each([
  ['ADMIN_EMAILS', 'ada@ours.example, Ada <ada@ours.example>'],
  ['STAFF_EMAILS', 'a1<victim@x.com>'],
])('refuses %s with anything but plain addresses', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(
    `${name}: "${value.split(', ').at(-1)?.toLowerCase()}" is not a plain email address`,
  )
})

it.each([
  ['BUSINESS_NAME', 'n'.repeat(201), 'must be one line of at most 200 characters'],
  ['BUSINESS_ADDRESS', `1 Pier;${'n'.repeat(201)}`, 'can have at most 200 characters per line'],
  ['CONTACT_EMAIL', 'a1<victim@x.com>', 'must be a plain email address'],
  ['MAIL_FROM', 'not an address', 'must be an email address'],
  ['MAIL_FROM', 'Desk <a@b.example> <c@d.example>', 'must be an email address'],
])('refuses %s=%s', (name, value, message) => {
  expect(() => readConfig({ [name]: value })).toThrow(`${name}: ${message}`)
})

it.each(['desk@ours.example', 'Our Desk <desk@ours.example>', '"Desk, Our" <desk@ours.example>'])(
  'reads the sender from %s',
  (value) => {
    expect(readConfig({ ...COMPLETE, MAIL_FROM: value }).mail.from).toBe('desk@ours.example')
  },
)

it('gives people in the domain the approval tool, or those in STAFF_TOOLS', () => {
  const toolsOf = (env: object) => readConfig({ ...COMPLETE, ...env }).staff.domainTools
  expect(toolsOf({})).toEqual(['approve_invoice'])
  expect(toolsOf({ STAFF_TOOLS: ' Pay_Invoice, create_vendor,' })).toEqual([
    'create_vendor',
    'pay_invoice',
  ])
})

it('gives people in the domain no tools with STAFF_TOOLS=none', () => {
  expect(readConfig({ ...COMPLETE, STAFF_TOOLS: ' None ' }).staff.domainTools).toEqual([])
  expect(() => readConfig({ ...COMPLETE, STAFF_TOOLS: 'none, pay_invoice' })).toThrow(
    'STAFF_TOOLS: has unknown tools: none',
  )
})

it('refuses unknown tools and lists the valid ones', () => {
  expect(() => readConfig({ ...COMPLETE, STAFF_TOOLS: 'approve_invoice, pay, fly' })).toThrow(
    `STAFF_TOOLS: has unknown tools: pay, fly. Choose from ${TOOLS.join(', ')}, or none`,
  )
})
