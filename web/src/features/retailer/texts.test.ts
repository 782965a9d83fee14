// How transactions and errors are formatted.
import { expect, it } from 'vitest'
import { ApiError } from '../../shared/api/api-error.ts'
import { fetchFailure, localDate, safeLink, verifyFailure } from './texts.ts'

it('formats a date in the visitor’s locale without shifting the day', () => {
  expect(localDate('2026-11-05', 'en-US')).toBe('11/5/2026')
  expect(localDate('2026-11-05', 'de-DE')).toBe('5.11.2026')
  expect(localDate('2026-11-05T12:00:00', 'en-US')).toBe('11/5/2026')
  expect(localDate('', 'en-US')).toBe('N/A')
})

it.each([
  ['https://www.amazon.com/order', true],
  ['http://www.amazon.com/order', false],
  ['javascript:alert(1)', false],
  ['//www.amazon.com', false],
  ['', false],
])('%s is safe to open: %s', (url, isSafe) => {
  expect(safeLink(url)).toBe(isSafe ? url : undefined)
})

it('prefers the server’s message over the specification’s text', () => {
  const refused = new ApiError('From the server.', { code: 'internal', status: 500 })
  const unreadable = new ApiError('x', { code: 'invalid_json', status: 502 })
  const unanswered = new ApiError('x', { code: 'network' })
  expect([refused, unreadable, unanswered].map(fetchFailure)).toEqual([
    'From the server.',
    'Failed to fetch transactions',
    'Failed to fetch transactions',
  ])
  expect([refused, unreadable, unanswered].map(verifyFailure)).toEqual([
    'From the server.',
    'Verification failed',
    'Failed to submit verification',
  ])
})
