// Tests on which days someone is told that the QuickBooks connection ends.
import {
  addDays,
  businessDay,
  startOfBusinessDay,
} from '@invoice-desk/contract/values/business-day'
import { describe, expect, it } from 'vitest'
import type { ConnectionRow } from './connection/queries.ts'
import { noticeOf } from './daily.ts'

const ZONE = 'America/New_York'
const HALF_DAY_MS = 12 * 3_600_000

/** A connection that ends for good around noon, this many days from now. */
const endingIn = (days: number, now: number) => {
  const day = addDays(businessDay(now, ZONE), days)
  const hardExpiresAt = new Date(startOfBusinessDay(day, ZONE).getTime() + HALF_DAY_MS)
  const refreshExpiresAt = new Date(hardExpiresAt.getTime() + HALF_DAY_MS)
  return { state: 'connected', hardExpiresAt, refreshExpiresAt } as ConnectionRow
}

describe.each([
  ['the clocks go back', '2026-10-20T04:30:00Z'],
  ['the clocks go forward', '2026-02-21T04:30:00Z'],
])('a connection that ends after %s', (_name, moment) => {
  const now = Date.parse(moment)

  it.each([
    [31, undefined],
    [30, 'expiring'],
    [29, undefined],
    [15, undefined],
    [14, 'expiring'],
    [13, undefined],
    [8, undefined],
    [7, 'expiring'],
    [1, 'expiring'],
  ])('%i days before: %s', (days, kind) => {
    expect(noticeOf(endingIn(days, now), ZONE, now)?.kind).toBe(kind)
  })
})
