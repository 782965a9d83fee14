// Taking the token out of the address.
import { afterEach, expect, it } from 'vitest'
import { forgetLinkToken, peekLinkToken, takeLinkToken } from './link-token.ts'

afterEach(forgetLinkToken)

const open = (address: string): string => {
  const location = new URL(address, 'http://desk.example')
  let shown = location.pathname + location.search + location.hash
  const replaceState = (_state: unknown, _title: string, url?: string | URL | null) => {
    shown = String(url)
  }
  takeLinkToken('/submit-invoice', { location, history: { state: null, replaceState } })
  return shown
}

it('is removed from the address, and the rest of the address stays', () => {
  expect(open('/submit-invoice?token=abc')).toBe('/submit-invoice')
  expect(peekLinkToken()).toBe('abc')
  expect(open('/submit-invoice?a=1&token=%20def%0A#x')).toBe('/submit-invoice?a=1#x')
  expect(peekLinkToken()).toBe('def')
})

it('is kept even when empty, so that the page can report it', () => {
  expect(open('/submit-invoice?token=')).toBe('/submit-invoice')
  expect(peekLinkToken()).toBe('')
})

it('is taken only on this page', () => {
  expect(open('/privacy?token=abc')).toBe('/privacy?token=abc')
  expect(open('/submit-invoice')).toBe('/submit-invoice')
  expect(peekLinkToken()).toBeUndefined()
})

it('is kept until it is forgotten', () => {
  open('/submit-invoice?token=abc')
  forgetLinkToken()
  expect(peekLinkToken()).toBeUndefined()
})
