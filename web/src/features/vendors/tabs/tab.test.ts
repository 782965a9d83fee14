// The addresses of the tabs.
import { expect, it } from 'vitest'
import { tabAddress } from './tab.ts'

it('keeps the filters of the list, and nothing else', () => {
  const params = new URLSearchParams('search=pier&tab=invitations&review=1&edit=a@b.example')
  expect(tabAddress('vendors', params)).toBe('/vendors?search=pier')
  expect(tabAddress('invitations', params)).toBe('/vendors?search=pier&tab=invitations')
  expect(tabAddress('invitations', params, '2')).toBe('/vendors?search=pier&review=2')
  expect(tabAddress('vendors')).toBe('/vendors')
})
