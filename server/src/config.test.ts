import { TOOLS } from '@invoice-desk/contract/tools'
import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

/** All that must be set. */
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

it.each([
  ['ADMIN_EMAILS', 'ada@ours.example, Ada <ada@ours.example>'],
  ['STAFF_EMAILS', 'a1<victim@x.com>'],
])('refuses %s that names anything but plain addresses', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(
    `${name}: "${value.split(', ').at(-1)?.toLowerCase()}" is not a plain email address`,
  )
})

it.each([
  ['CONTACT_EMAIL', 'a1<victim@x.com>', 'must be a plain email address'],
  ['MAIL_FROM', 'not an address', 'must be an email address'],
  ['MAIL_FROM', 'Desk <a@b.example> <c@d.example>', 'must be an email address'],
])('refuses %s=%s', (name, value, message) => {
  expect(() => readConfig({ [name]: value })).toThrow(`${name}: ${message}`)
})

it.each(['desk@ours.example', 'Our Desk <desk@ours.example>', '"Desk, Our" <desk@ours.example>'])(
  'takes the sender from %s',
  (value) => {
    expect(readConfig({ ...COMPLETE, MAIL_FROM: value }).mail.from).toBe('desk@ours.example')
  },
)

it('gives people of the domain approvals, or the tools it is told', () => {
  const toolsOf = (env: object) => readConfig({ ...COMPLETE, ...env }).staff.domainTools
  expect(toolsOf({})).toEqual(['approve_invoice'])
  expect(toolsOf({ STAFF_TOOLS: ' Pay_Invoice, create_vendor,' })).toEqual([
    'create_vendor',
    'pay_invoice',
  ])
})

it('refuses tools that do not exist, with the list of those that do', () => {
  expect(() => readConfig({ ...COMPLETE, STAFF_TOOLS: 'approve_invoice, pay, fly' })).toThrow(
    `STAFF_TOOLS: there is no tool pay, fly; choose from ${TOOLS.join(', ')}`,
  )
})
