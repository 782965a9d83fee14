import { expect, it } from 'vitest'
import { daysRemaining, expiryFrom, stateOf } from './verification.ts'

const now = new Date('2026-11-15T10:00:00Z')
const at = (ms: number) => new Date(now.getTime() + ms)

it('lasts 90 days, with the remaining days rounded up', () => {
  const expiresAt = expiryFrom(now)
  expect(expiresAt.toISOString()).toBe('2027-02-13T10:00:00.000Z')
  expect(daysRemaining(expiresAt, now)).toBe(90)
  expect(daysRemaining(expiresAt, at(1))).toBe(90)
  expect(daysRemaining(expiresAt, new Date(expiresAt.getTime() - 1))).toBe(1)
  expect(daysRemaining(expiresAt, expiresAt)).toBe(0)
})

it('is valid until it expires or is revoked', () => {
  const expiresAt = at(1)
  expect(stateOf({ expiresAt, revokedAt: null }, now)).toBe('valid')
  expect(stateOf({ expiresAt, revokedAt: null }, expiresAt)).toBe('expired')
  expect(stateOf({ expiresAt, revokedAt: now }, now)).toBe('invalid')
  expect(stateOf({ expiresAt: now, revokedAt: now }, now)).toBe('invalid')
  expect(stateOf(undefined, now)).toBe('invalid')
})
