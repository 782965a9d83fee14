import { describe, expect, it } from 'vitest'
import { transmissionOf } from './paypal-events.ts'

const NOW = Date.parse('2026-11-16T12:00:00Z')
const LIVE = 'https://api-m.paypal.com'
const whole = {
  'paypal-auth-algo': 'SHA256withRSA',
  'paypal-cert-url': 'https://api.paypal.com/v1/notifications/certs/CERT-360caa42',
  'paypal-transmission-id': '69cd13f0-d67a-11e5-baa3-778b53f4ae55',
  'paypal-transmission-sig': `${'lmI95Jx3Y9nhR5SJ'.repeat(21)}lmI95A==`,
  'paypal-transmission-time': '2026-11-16T11:59:35Z',
}
const read = (change: Record<string, unknown> = {}, apiUrl = LIVE) =>
  transmissionOf({ ...whole, ...change }, apiUrl, NOW)
const readAll = (name: keyof typeof whole, values: readonly string[], apiUrl = LIVE) =>
  values.map((value) => [value, read({ [name]: value }, apiUrl) !== undefined])
const all = (values: readonly string[], isRead: boolean) => values.map((value) => [value, isRead])

describe('webhook headers', () => {
  it('are sent back to PayPal under the names its API uses', () => {
    expect(read()).toEqual({
      auth_algo: whole['paypal-auth-algo'],
      cert_url: whole['paypal-cert-url'],
      transmission_id: whole['paypal-transmission-id'],
      transmission_sig: whole['paypal-transmission-sig'],
      transmission_time: whole['paypal-transmission-time'],
    })
  })

  it.each(Object.keys(whole))('are refused if %s is missing, empty or repeated', (name) => {
    for (const value of [undefined, '', ['a', 'b']]) expect(read({ [name]: value })).toBeUndefined()
  })

  it('must name a certificate on a PayPal host', () => {
    const good = [
      'https://api.paypal.com/v1/notifications/certs/CERT-1',
      'https://api.sandbox.paypal.com/v1/notifications/certs/CERT-1',
    ]
    expect(readAll('paypal-cert-url', good)).toEqual(all(good, true))
    const bad = [
      'http://api.paypal.com/cert',
      'https://paypal.com.evil.example/cert',
      'https://evilpaypal.com/cert',
      'https://api.paypal.com@evil.example/cert',
      'https://user@api.paypal.com/cert',
      'https://:secret@api.paypal.com/cert',
      'https://api.paypal.com:8443/cert',
      'https://evil.example/api.paypal.com',
      'https://evil.example\\.paypal.com/cert',
      'file:///etc/passwd',
      '//api.paypal.com/cert',
    ]
    expect(readAll('paypal-cert-url', bad)).toEqual(all(bad, false))
  })

  it('must name a certificate on the emulator in the sandbox', () => {
    const emulator = 'http://localhost:4000/paypal'
    const good = ['http://localhost:4000/paypal/v1/notifications/certs/CERT-sandbox']
    expect(readAll('paypal-cert-url', good, emulator)).toEqual(all(good, true))
    const bad = ['http://localhost:4001/cert', 'https://api.paypal.com/cert']
    expect(readAll('paypal-cert-url', bad, emulator)).toEqual(all(bad, false))
  })

  it('must be less than four days old and at most five minutes ahead', () => {
    const good = ['2026-11-16T12:04:59Z', '2026-11-12T12:00:01Z', '2026-11-16T07:00:00.123-05:00']
    expect(readAll('paypal-transmission-time', good)).toEqual(all(good, true))
    const bad = ['2026-11-16T12:05:01Z', '2026-11-12T11:59:59Z', 'Mon, 16 Nov 2026', '1794830400']
    expect(readAll('paypal-transmission-time', bad)).toEqual(all(bad, false))
  })

  it('must have an id, an algorithm and a signature in the form PayPal uses', () => {
    expect(read({ 'paypal-transmission-id': 'forged' })).toBeUndefined()
    expect(read({ 'paypal-auth-algo': 'none' })).toBeUndefined()
    const signatures = ['AAAA', 'A'.repeat(4_000), `${'A'.repeat(200)}\u0000`]
    expect(readAll('paypal-transmission-sig', signatures)).toEqual(all(signatures, false))
  })
})
