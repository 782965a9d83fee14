import { ATTEMPT_STATES } from '@invoice-desk/contract/payment-desk'
import { describe as about, expect, it } from 'vitest'
import { canFollow, describe, hashOf, isEnd, keysOf, pauseAfter, payerPauseOf } from './attempt.ts'

about('an attempt', () => {
  it('never leaves booked', () => {
    for (const state of ATTEMPT_STATES) {
      expect(canFollow('booked', state)).toBe(state === 'booked')
    }
  })

  it('takes up money that turns up after it was given up', () => {
    for (const state of ['failed', 'cancelled', 'expired'] as const) {
      expect(canFollow(state, 'captured')).toBe(true)
      expect(canFollow(state, 'confirming')).toBe(false)
    }
  })

  it('is never given up once the money is there', () => {
    for (const state of ['captured', 'booking'] as const) {
      for (const end of ['failed', 'cancelled', 'expired'] as const) {
        expect(canFollow(state, end)).toBe(false)
      }
    }
  })

  it('is asked about at growing pauses for a week, and booked however long it takes', () => {
    const pauses = Array.from({ length: 20 }, (_, checks) => pauseAfter('unknown', checks))
    expect(pauses.slice(0, 9)).toEqual([10, 20, 30, 30, 60, 60, 300, 3_600, 86_400])
    expect(pauses.at(-1)).toBeUndefined()
    expect(pauseAfter('booking', 1_000)).toBe(600)
    for (const state of ATTEMPT_STATES.filter(isEnd)) expect(pauseAfter(state, 0)).toBeUndefined()
  })

  it('is looked at closely while the payer answers their bank, and once more when their time is up', () => {
    expect([0, 200, 700].map(payerPauseOf)).toEqual([30, 60, 300])
    expect(payerPauseOf(29 * 60)).toBe(60)
    expect(payerPauseOf(31 * 60)).toBeGreaterThan(0)
  })

  it('has keys of its own that change only with its generation', () => {
    const id = '00000000-0000-4000-8000-000000000001'
    const first = keysOf({ id, generation: 0, bookingGeneration: 0 })
    expect(first).toMatchObject({ capture: `cap-${id}`, booking: `p-${id}`, order: `ord-${id}` })
    const second = keysOf({ id, generation: 1, bookingGeneration: 0 })
    expect(second.booking).toBe(first.booking)
    expect(second.capture).not.toBe(first.capture)
    expect(Math.max(...Object.values(second).map((key) => key.length))).toBeLessThanOrEqual(50)
  })

  it('is known again by everything that was asked for', () => {
    const request = { invoices: [{ id: 'a', amount: 1 }], email: 'x@y.example' }
    expect(hashOf(structuredClone(request))).toBe(hashOf(request))
    expect(hashOf({ ...request, invoices: [{ id: 'a', amount: 2 }] })).not.toBe(hashOf(request))
  })

  it('says what it pays', () => {
    expect(describe(['1001'])).toBe('Invoice 1001')
    expect(describe(['1001', '1002'])).toBe('Invoices 1001, 1002')
  })
})
