// Texts of the QuickBooks connection.
import { expect, it } from 'vitest'
import { ApiError } from '../../shared/api/api-error.ts'
import {
  checkFailure,
  connectionBadge,
  connectLabel,
  describeConnection,
  endsSoon,
} from './connection-text.ts'

it('labels every status, including unknown ones', () => {
  const states = ['connected', 'expired', 'invalid', 'disconnected', 'error', 'loading', 'asleep']
  expect(states.map((state) => connectionBadge(state).label)).toEqual([
    'Connected',
    'Expired',
    'Invalid',
    'Disconnected',
    'Error',
    'Loading...',
    'Unknown Status',
  ])
})

it('describes expired, invalid and missing connections', () => {
  const expiresAt = '2026-11-15T12:00:00.000Z'
  expect(describeConnection({ status: 'expired', expiresAt, refreshed: false })).toMatch(
    /^Connection expired at Nov 15, 2026/,
  )
  expect(describeConnection({ status: 'invalid', reason: 'revoked', refreshed: false })).toBe(
    'Connection is no longer valid - revoked',
  )
  expect(describeConnection({ status: 'disconnected', refreshed: false })).toBe(
    'Connect to access your QuickBooks Online account',
  )
})

it('says what keeps a connection alive, or that nothing does', () => {
  const connection = {
    status: 'connected',
    expiresAt: '2026-11-15T12:00:00.000Z',
    daysUntilExpiration: 12,
    refreshed: false,
  } as const
  expect(describeConnection(connection)).toMatch(/If it isn't used, it expires on Nov 15, 2026/)
  expect(describeConnection({ ...connection, mustReconnect: true })).toMatch(
    /\. Reconnect by Nov 15, 2026 \(in 12 days\)\. QuickBooks ends every connection/,
  )
  expect(describeConnection({ ...connection, daysUntilExpiration: 0 })).toMatch(
    /Reconnect by Nov 15, 2026, .* \(in less than a day\), or it may expire\./,
  )
  const expired = { ...connection, status: 'expired', mustReconnect: true, reason: 'why' } as const
  expect(describeConnection(expired)).toMatch(/^Connection expired at Nov 15, 2026, .* - why$/)
})

it('warns a week before a connection expires, and a month before it ends for good', () => {
  const isSoon = (daysUntilExpiration: number, mustReconnect?: true) =>
    endsSoon({ status: 'connected', daysUntilExpiration, mustReconnect, refreshed: false })
  expect([isSoon(7), isSoon(6), isSoon(30, true), isSoon(29, true)]).toEqual([
    false,
    true,
    false,
    true,
  ])
})

it('leaves out what the server does not send', () => {
  expect(describeConnection({ status: 'connected', refreshed: false })).toBe(
    'Connected to QuickBooks Online.',
  )
  expect(describeConnection({ status: 'expired', expiresAt: 'soon', refreshed: false })).toBe(
    'Connection expired at an unknown time',
  )
})

it('reports a failed status check', () => {
  const texts = ['network', 'internal', 'qbo_status_failed', 'invalid_json', 'invalid_response']
  expect(texts.map((code) => checkFailure(new ApiError('Why.', { code })))).toEqual([
    'Failed to check QBO status',
    'Failed to check QBO status',
    'Failed to check QBO status',
    'Invalid response from server',
    'Invalid response from server',
  ])
})

it('offers to connect the first time and to reconnect afterward', () => {
  expect(['disconnected', 'connected', 'expired', 'invalid', 'error'].map(connectLabel)).toEqual([
    'Connect QuickBooks',
    'Reconnect QuickBooks',
    'Reconnect QuickBooks',
    'Reconnect QuickBooks',
    'Reconnect QuickBooks',
  ])
})
