// Texts of the QuickBooks connection.
import { expect, it } from 'vitest'
import { ApiError } from '../../shared/api-error.ts'
import {
  checkFailure,
  connectionBadge,
  connectLabel,
  describeConnection,
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
