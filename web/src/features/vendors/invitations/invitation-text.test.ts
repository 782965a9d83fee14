// When an invitation or its details expire, in words.
import type { VendorInvitation } from '@invoice-desk/contract/vendors/vendor-invitations'
import { expect, it } from 'vitest'
import { expiryText } from './invitation-text.ts'

const now = Date.parse('2026-11-17T12:00:00Z')

it.each([
  ['2026-12-01T11:00:00Z', 'Tax ID erased in 13 days'],
  ['2026-11-18T12:00:00Z', 'Tax ID erased in 1 day'],
  ['2026-11-17T17:30:00Z', 'Tax ID erased in 5 hours'],
  ['2026-11-17T12:10:00Z', 'Tax ID erased soon'],
  ['2026-11-17T11:00:00Z', 'Tax ID erased soon'],
])('details that expire at %s: %s', (expiresAt, text) => {
  expect(expiryText({ state: 'submitted', expiresAt }, now)).toBe(text)
})

it('names the day on which a link expires or expired, and details that no one reviewed', () => {
  const textOf = (state: VendorInvitation['state'], expiresAt: string) =>
    expiryText({ state, expiresAt }, now).replaceAll('\u00a0', ' ')
  const [past, future] = ['2026-11-03T18:00:00Z', '2026-11-30T18:00:00Z']
  expect(textOf('invited', future)).toBe('Link works until Nov 30, 2026')
  expect(textOf('sent_back', future)).toBe('Link works until Nov 30, 2026')
  expect(textOf('expired', past)).toBe('Link expired Nov 3, 2026')
  expect(textOf('expired', future)).toBe('Tax ID erased without a review')
})
