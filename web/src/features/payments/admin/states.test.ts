import { ATTEMPT_STATES } from '@invoice-desk/contract/payments-admin'
import { describe, expect, it } from 'vitest'
import { isEnded, meaningOf } from './states.ts'
import { readView, writeView } from './use-attempts-view.ts'

describe('the words for a state', () => {
  it('are different for every state', () => {
    const labels = ATTEMPT_STATES.map((state) => meaningOf({ state, settledByHand: false }).label)
    expect(new Set(labels).size).toBe(ATTEMPT_STATES.length)
  })

  it('are green for money in the books alone, and grey for an end without money', () => {
    const tones = (tone: string) =>
      ATTEMPT_STATES.filter((state) => meaningOf({ state, settledByHand: false }).tone === tone)
    expect(tones('positive')).toEqual(['booked'])
    expect(tones('neutral')).toEqual(['failed', 'cancelled', 'expired'])
    expect(ATTEMPT_STATES.filter(isEnded)).toEqual([...tones('positive'), ...tones('neutral')])
  })

  it('tell money that staff booked from money that we booked', () => {
    expect(meaningOf({ state: 'booked', settledByHand: true }).label).toBe('Settled by hand')
  })
})

describe('the view in the address', () => {
  it('is read as it was written', () => {
    const view = { view: 'review', search: 'pat & co' } as const
    expect(readView(new URLSearchParams(writeView(view)))).toEqual(view)
  })

  it.each(['view=none', 'page=3', 'view=&search=%20'])('ignores %s', (query) => {
    expect(writeView(readView(new URLSearchParams(query)))).toEqual({})
  })
})
