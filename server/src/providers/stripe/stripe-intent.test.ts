import { describe, expect, it } from 'vitest'
import { parseIntent, sortIntents } from './stripe-intent.ts'

const intent = (livemode: boolean | undefined) => ({
  id: `pi_${livemode}`,
  livemode,
  status: 'succeeded',
  amount_received: 5_000,
  currency: 'usd',
  metadata: { attempt: 'a' },
})

describe.each([true, false])('with livemode %s', (livemode) => {
  it('reads an intent in its own mode', () => {
    expect(parseIntent(intent(livemode), false, livemode)).toMatchObject(intent(livemode))
  })

  it.each([!livemode, undefined])(
    'treats an intent with livemode %s as an unknown outcome',
    (other) => {
      const read = () => parseIntent(intent(other), true, livemode)
      expect(read).toThrow(expect.objectContaining({ provider: 'stripe', kind: 'outcome_unknown' }))
    },
  )

  it('lists only charges in its own mode', () => {
    const { paid, unpaidIds } = sortIntents(
      [true, false, undefined].map((each) => intent(each)),
      livemode,
    )
    expect(paid.map(({ reference }) => reference)).toEqual([`pi_${livemode}`])
    expect(unpaidIds).toEqual([])
  })
})
