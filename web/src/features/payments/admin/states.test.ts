// What each payment state means.
import { ATTEMPT_STATES, isFinal } from '@invoice-desk/contract/payments/admin'
import { describe, expect, it } from 'vitest'
import { meaningOf } from './states.tsx'

describe('payment states', () => {
  it('each have their own label', () => {
    const labels = ATTEMPT_STATES.map((state) => meaningOf({ state, settledByHand: false }).label)
    expect(new Set(labels).size).toBe(ATTEMPT_STATES.length)
  })

  it('are green only when recorded, and gray only when ended without a payment', () => {
    const tones = (tone: string) =>
      ATTEMPT_STATES.filter((state) => meaningOf({ state, settledByHand: false }).tone === tone)
    expect(tones('positive')).toEqual(['booked'])
    expect(tones('neutral')).toEqual(['failed', 'cancelled', 'expired'])
    expect(ATTEMPT_STATES.filter(isFinal)).toEqual([...tones('positive'), ...tones('neutral')])
  })

  it('distinguish payments that staff recorded from those that we recorded', () => {
    expect(meaningOf({ state: 'booked', settledByHand: true }).label).toBe('Settled manually')
  })
})
