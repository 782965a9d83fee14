// A token in the address is held by the page and by nothing else.
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

it('leaves the address at once, and what stands beside it stays', () => {
  expect(open('/submit-invoice?token=abc')).toBe('/submit-invoice')
  expect(peekLinkToken()).toBe('abc')
  expect(open('/submit-invoice?a=1&token=%20def%0A#x')).toBe('/submit-invoice?a=1#x')
  expect(peekLinkToken()).toBe('def')
})

it('is told even when it is empty, so that its visitor learns why nothing happens', () => {
  expect(open('/submit-invoice?token=')).toBe('/submit-invoice')
  expect(peekLinkToken()).toBe('')
})

it('belongs to this page alone', () => {
  expect(open('/privacy?token=abc')).toBe('/privacy?token=abc')
  expect(open('/submit-invoice')).toBe('/submit-invoice')
  expect(peekLinkToken()).toBeUndefined()
})

it('is held until it is forgotten', () => {
  open('/submit-invoice?token=abc')
  forgetLinkToken()
  expect(peekLinkToken()).toBeUndefined()
})
