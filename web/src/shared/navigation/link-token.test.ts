// Removing the token from the URL.
import { afterEach, expect, it } from 'vitest'
import { forgetLinkToken, peekLinkToken, takeLinkToken } from './link-token.ts'

afterEach(forgetLinkToken)

const open = (address: string): string => {
  const location = new URL(address, 'http://desk.example')
  let shown = location.pathname + location.search + location.hash
  const replaceState = (_state: unknown, _title: string, url?: string | URL | null) => {
    shown = String(url)
  }
  takeLinkToken(['/submit-invoice', '/vendor-details'], {
    location,
    history: { state: null, replaceState },
  })
  return shown
}

it('removes the token from the URL and keeps the rest', () => {
  expect(open('/submit-invoice?token=abc')).toBe('/submit-invoice')
  expect(peekLinkToken()).toBe('abc')
  expect(open('/submit-invoice?a=1&token=%20def%0A#x')).toBe('/submit-invoice?a=1#x')
  expect(peekLinkToken()).toBe('def')
})

it('keeps an empty token, so the page can report it', () => {
  expect(open('/submit-invoice?token=')).toBe('/submit-invoice')
  expect(peekLinkToken()).toBe('')
})

it('reads the token only on the pages that links lead to', () => {
  expect(open('/vendor-details?token=ghi')).toBe('/vendor-details')
  expect(peekLinkToken()).toBe('ghi')
  forgetLinkToken()
  expect(open('/privacy?token=abc')).toBe('/privacy?token=abc')
  expect(open('/submit-invoice')).toBe('/submit-invoice')
  expect(peekLinkToken()).toBeUndefined()
})

it('keeps the token until it is cleared', () => {
  open('/submit-invoice?token=abc')
  forgetLinkToken()
  expect(peekLinkToken()).toBeUndefined()
})
