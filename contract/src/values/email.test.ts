import { expect, it } from 'vitest'
import { email, isPlainEmail } from './email.ts'

/** With 60 characters before the @, the address has the maximum length. */
const LONG_DOMAIN = `${'d'.repeat(63)}.${'d'.repeat(63)}.${'d'.repeat(57)}.example`

it.each([
  'vera@vendor.example',
  'vera+invoices@vendor.example',
  "pat.o'brien@vendor.example",
  'first.middle.last@mail.eu.vendor.example',
  'a@b.co',
  '1234567890@vendor.example',
  '_billing_@vendor.example',
  'ap-team=us/2026@vendor.example',
  'vera@vendor-and-sons.example',
  'vera@3com.example',
  'vera@vendor.photography',
  'vera@vendor.xn--vermgensberatung-pwb',
  'vera@xn--mnchen-3ya.example',
  `${'l'.repeat(64)}@vendor.example`,
  `${'l'.repeat(60)}@${LONG_DOMAIN}`,
])('accepts %s', (address) => {
  expect(email.parse(address)).toBe(address)
  expect(isPlainEmail(address)).toBe(true)
})

it('trims addresses and converts them to lower case', () => {
  expect(email.parse('  Vera@Vendor.EXAMPLE\n')).toBe('vera@vendor.example')
})

it.each([
  '',
  'vera',
  'vera@vendor',
  '@vendor.example',
  'vera@',
  'vera@@vendor.example',
  'vera@x.example@vendor.example',
  'a1<victim@x.com>',
  '<victim@x.com>',
  'Vera <vera@vendor.example>',
  '"vera"@vendor.example',
  '"a b"@vendor.example',
  'vera(comment)@vendor.example',
  'vera@vendor.example(comment)',
  'vera@vendor.example,other@x.com',
  'vera@vendor.example;other@x.com',
  'group:vera@vendor.example;',
  've ra@vendor.example',
  'vera@ven dor.example',
  'vera\u00a0x@vendor.example',
  'vera\t@vendor.example',
  'vera\r\nbcc:x@vendor.example',
  'vera\u0000@vendor.example',
  'vera\u007f@vendor.example',
  'vera\\@vendor.example',
  'vera@[192.0.2.1]',
  'vera@[IPv6:2001:db8::1]',
  'vera@192.0.2.1',
  'véra@vendor.example',
  'вера@vendor.example',
  '\u212aate@vendor.example',
  'vera\u200b@vendor.example',
  'vera@münchen.example',
  '.vera@vendor.example',
  'vera.@vendor.example',
  've..ra@vendor.example',
  'vera@.vendor.example',
  'vera@vendor..example',
  'vera@vendor.example.',
  'vera@-vendor.example',
  'vera@vendor-.example',
  'vera@ven_dor.example',
  'vera@vendor.e',
  `vera@${'d'.repeat(64)}.example`,
  `${'l'.repeat(65)}@vendor.example`,
  `${'l'.repeat(61)}@${LONG_DOMAIN}`,
])('refuses %j', (address) => {
  expect(email.safeParse(address).success).toBe(false)
  expect(isPlainEmail(address)).toBe(false)
})
