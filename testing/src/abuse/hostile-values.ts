// Hostile values for fields, headers, tokens and content types.
import type { Random } from '../random.ts'

const LONG = 70_000

const TEXTS: readonly [string, ...string[]] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b@c.example',
  '\u0001\u001b[31m\u007f',
  '\r\nx-injected: yes',
  '\ud800',
  'x\udfff\ud800y@c.example',
  '\u202egnp.exe',
  '\ufeff\u200b\u00a0',
  '\uffff\u{10ffff}',
  'é'.normalize('NFD').repeat(40),
  'x'.repeat(300),
  'x'.repeat(5_000),
  '😀'.repeat(200),
  "' OR 1=1 --",
  '"; DROP TABLE bill; --',
  "\\'; SELECT pg_sleep(10); --",
  '%',
  '%_\\%',
  '%00',
  '%ff%fe',
  '../../../../etc/passwd',
  'file:///etc/passwd',
  'http://169.254.169.254/latest/meta-data/',
  'javascript:alert(1)',
  '//evil.example',
  '<script>alert(1)</script>',
  '{{7*7}}',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'NaN',
  'Infinity',
  '-0',
  '1e309',
  '0x10',
  '99999999999999999999',
  '2026-02-30',
  '9999-12-31',
  '0000-00-00',
  '+275760-09-13',
  '10000-01-01',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  'pm_card_visa_chargeDeclined',
  'a@b.c',
  `${'a'.repeat(250)}@b.c`,
  'a@b@c.example',
  '"a b"@c.example',
  'a@b.c\n\nBcc: evil@evil.example',
]

const OTHERS: readonly [unknown, ...unknown[]] = [
  null,
  true,
  false,
  0,
  -1,
  -0,
  0.1 + 0.2,
  0.001,
  1e308,
  -1e308,
  5e-324,
  2 ** 53,
  2 ** 31,
  2 ** 63,
  -(2 ** 63),
  [],
  {},
  [[]],
  [null],
  ['x'],
  [{}],
  { length: 1e9 },
  { toString: 'x' },
  { $gt: '' },
]

export const hostileText = (random: Random): string =>
  random.next() < 0.02 ? 'x'.repeat(LONG) : random.pick(TEXTS)

export const hostileValue = (random: Random): unknown => {
  const chance = random.next()
  if (chance < 0.6) return hostileText(random)
  if (chance < 0.96) return random.pick(OTHERS)
  return nested(random.between(10, 3_000))
}

const nested = (depth: number): unknown => {
  let value: unknown = 'x'
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

export const HOSTILE_HEADERS: readonly [Record<string, string>, ...Record<string, string>[]] = [
  { 'idempotency-key': '' },
  { 'idempotency-key': 'x'.repeat(9_000) },
  { 'idempotency-key': '\u00ff\u00fe\u0080 odd bytes' },
  { 'idempotency-key': "'; DROP TABLE bill; --" },
  { cookie: '=; ==; a=%; desk=%E0%A4%A; __Host-x="' },
  { cookie: `big=${'x'.repeat(6_000)}` },
  { 'x-forwarded-for': 'not an address' },
  { 'x-forwarded-for': `${'1.2.3.4, '.repeat(400)}5.6.7.8` },
  { 'x-forwarded-for': '::ffff:999.1.1.1, <script>' },
  { 'x-forwarded-proto': 'gopher', 'x-forwarded-host': 'evil.example' },
  { host: 'evil.example' },
  { origin: 'null', referer: 'https://evil.example' },
  { accept: 'application/json;q=nonsense, */*' },
  { accept: 'text/html' },
  { 'accept-encoding': 'zstd;q=0.0001, *;q=0' },
  { 'content-encoding': 'gzip' },
  { range: 'bytes=0-0,-1,9999999999-' },
  { 'if-none-match': '*', 'if-modified-since': 'never' },
  { expect: '100-continue' },
  { 'x-http-method-override': 'DELETE' },
  { 'x-request-id': 'x'.repeat(2_000) },
  { 'stripe-signature': 't=NaN,v1=' },
  { 'intuit-signature': '####' },
  { 'paypal-transmission-sig': '\u00ff', 'paypal-cert-url': 'http://127.0.0.1:1/' },
]

export const HOSTILE_BEARERS: readonly [string, ...string[]] = [
  'Bearer',
  'Bearer ',
  'Bearer x',
  'Bearer a.b.c',
  'Bearer eyJhbGciOiJub25lIn0.eyJlbWFpbCI6ImFkYS5hZG1pbkBoYXJib3JmaW5jaC5leGFtcGxlIn0.',
  'Bearer null',
  `Bearer ${'A'.repeat(8_192)}`,
  `Bearer ${'a.'.repeat(4_000)}`,
  'Basic YTpi',
  'bearer \u00ff\u00fe',
]

export const HOSTILE_TYPES: readonly [string, ...string[]] = [
  '',
  'text/plain',
  'text/html',
  'application/xml',
  'application/json; charset=utf-16',
  'application/json;;;',
  'APPLICATION/JSON',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  `multipart/form-data; boundary=${'x'.repeat(300)}`,
  'multipart/mixed; boundary=x',
  'application/json, text/plain',
  '/',
  'x'.repeat(1_000),
]
