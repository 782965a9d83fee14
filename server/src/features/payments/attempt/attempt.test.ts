import { ATTEMPT_STATES } from '@invoice-desk/contract/payments/admin'
import { describe, expect, it } from 'vitest'
import {
  canFollow,
  checkDelay,
  describeInvoices,
  hashOf,
  isUnopened,
  keysOf,
  mayBeBooked,
  payerCheckDelay,
} from './attempt.ts'

describe('an attempt', () => {
  it('never leaves booked', () => {
    for (const state of ATTEMPT_STATES) {
      expect(canFollow('booked', state)).toBe(state === 'booked')
    }
  })

  it('accepts money that arrives after it ended', () => {
    for (const state of ['failed', 'cancelled', 'expired'] as const) {
      expect(canFollow(state, 'captured')).toBe(true)
      expect(canFollow(state, 'confirming')).toBe(false)
    }
  })

  it('never ends unpaid once the money has arrived', () => {
    for (const state of ['captured', 'booking'] as const) {
      for (const end of ['failed', 'cancelled', 'expired'] as const) {
        expect(canFollow(state, end)).toBe(false)
      }
    }
  })

  it('moves only along the allowed transitions', () => {
    const ends = ['failed', 'cancelled', 'expired']
    const expected = {
      created: ['reserved', 'confirming', 'failed'],
      reserved: ['confirming', 'captured', 'needs_review', ...ends],
      confirming: [
        ...['reserved', 'requires_action', 'unknown', 'captured', 'needs_review'],
        ...ends,
      ],
      requires_action: ['confirming', 'unknown', 'captured', 'needs_review', ...ends],
      unknown: [
        ...['reserved', 'confirming', 'requires_action', 'captured', 'needs_review'],
        ...ends,
      ],
      captured: ['booking', 'needs_review', 'booked'],
      booking: ['needs_review', 'booked'],
      needs_review: ['captured', 'booking', 'booked', ...ends],
      booked: [],
      failed: ['captured', 'needs_review'],
      cancelled: ['captured', 'needs_review'],
      expired: ['captured', 'needs_review'],
    }
    const allowed = ATTEMPT_STATES.map((from) => [
      from,
      ATTEMPT_STATES.filter((to) => to !== from && canFollow(from, to)),
    ])
    expect(Object.fromEntries(allowed)).toEqual(expected)
  })

  it('may move to the state it is in', () => {
    for (const state of ATTEMPT_STATES) expect(canFollow(state, state)).toBe(true)
  })

  it('is unopened until it has a provider id', () => {
    expect(isUnopened({ state: 'reserved', providerId: null })).toBe(true)
    expect(isUnopened({ state: 'reserved', providerId: 'pi_1' })).toBe(false)
    expect(isUnopened({ state: 'created', providerId: null })).toBe(true)
    expect(isUnopened({ state: 'failed', providerId: null })).toBe(false)
  })

  it('is checked at growing intervals for a week, while booking is retried indefinitely', () => {
    const delays = Array.from({ length: 20 }, (_, checks) => checkDelay('unknown', checks))
    expect(delays.slice(0, 10)).toEqual([10, 20, 30, 30, 60, 60, 360, 360, 360, 3_600])
    expect(delays.slice(10)).toEqual([...Array(7).fill(86_400), ...Array(3).fill(undefined)])
    for (const state of ['captured', 'booking'] as const) {
      const booking = Array.from({ length: 11 }, (_, checks) => checkDelay(state, checks))
      expect(booking).toEqual([10, 10, 20, 30, 30, 60, 60, 120, 300, 600, 600])
      expect(checkDelay(state, 1_000)).toBe(600)
    }
    const never = ATTEMPT_STATES.filter((state) => checkDelay(state, 0) === undefined)
    expect(never).toEqual(['needs_review', 'booked', 'failed', 'cancelled', 'expired'])
  })

  it('is checked often while the payer responds to their bank, and once more when time is up', () => {
    const ages = [0, 179, 180, 599, 600, 1_500, 1_501, 1_799, 1_800, 1_860]
    const now = Date.now()
    const delays = ages.map((age) =>
      payerCheckDelay({ createdAt: new Date(now - age * 1_000) }, now),
    )
    expect(delays).toEqual([30, 30, 60, 60, 300, 300, 299, 1, 60, 60])
  })

  it('has idempotency keys that change only with its generation', () => {
    const id = '00000000-0000-4000-8000-000000000001'
    const of = (method: 'stripe' | 'paypal', generation: number, bookingGeneration = 0) =>
      keysOf({ id, method, generation, bookingGeneration })
    const booking = `p-${id}`
    expect(of('stripe', 0)).toEqual({ open: `pi-${id}-0`, confirm: `pi-${id}-1`, booking })
    expect(of('stripe', 1)).toEqual({ open: `pi-${id}-0`, confirm: `pi-${id}-2`, booking })
    expect(of('paypal', 0)).toEqual({ open: `ord-${id}`, confirm: `cap-${id}`, booking })
    const second = of('paypal', 1)
    expect(second).toEqual({ open: `ord-${id}`, confirm: `cap-${id}-1`, booking })
    expect(of('paypal', 0, 2).booking).toBe(`p-${id}-2`)
    expect(Math.max(...Object.values(second).map((key) => key.length))).toBeLessThanOrEqual(50)
  })

  it('is identified by the whole request', () => {
    const request = { invoices: [{ id: 'a', amount: 1 }], email: 'x@y.example' }
    expect(hashOf(structuredClone(request))).toBe(hashOf(request))
    expect(hashOf({ ...request, invoices: [{ id: 'a', amount: 2 }] })).not.toBe(hashOf(request))
  })

  it('names the invoices it pays', () => {
    expect(describeInvoices(['1001'])).toBe('Invoice 1001')
    expect(describeInvoices(['1001', '1002'])).toBe('Invoices 1001, 1002')
  })
})

describe('a booking that may already exist', () => {
  const now = Date.parse('2026-11-16T12:00:00Z')
  const captured = (minutesAgo: number) =>
    mayBeBooked({ state: 'captured', createdAt: new Date(now - minutesAgo * 60_000) }, now)

  it('is looked for unless the payment is minutes old', () => {
    expect([captured(0), captured(4), captured(6), captured(10_000)]).toEqual([
      false,
      false,
      true,
      true,
    ])
  })

  it('is looked for when the clocks disagree, or a booking was sent', () => {
    expect(captured(-1)).toBe(true)
    expect(mayBeBooked({ state: 'booking', createdAt: new Date(now) }, now)).toBe(true)
  })
})
