// Tests how Retry-After headers are read.
import { expect, it } from 'vitest'
import { retryAfterOf } from './send.ts'

const NOW = Date.parse('2026-11-16T08:00:00Z')

it.each([
  [null, undefined],
  ['', undefined],
  ['soon', undefined],
  ['0', 0],
  ['60', 60_000],
  ['Mon, 16 Nov 2026 08:00:30 GMT', 30_000],
  ['Mon, 16 Nov 2026 07:00:00 GMT', 0],
])('reads %j', (header, ms) => {
  expect(retryAfterOf(header, NOW)).toBe(ms)
})
