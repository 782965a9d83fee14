import { describe, expect, it } from 'vitest'
import { parseIntent, sortIntents, stateOf } from './stripe-intent.ts'

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

describe('what paid', () => {
  const read = (payment_method_details: unknown) => {
    const latest_charge = { amount_refunded: 0, disputed: false, payment_method_details }
    return stateOf(parseIntent({ ...intent(true), latest_charge }, true, true))
  }

  it.each([
    ['visa', 'Visa'],
    ['mastercard', 'Mastercard'],
    ['amex', 'American Express'],
    ['discover', 'Discover'],
    ['diners', 'Diners Club'],
    ['jcb', 'JCB'],
    ['unionpay', 'UnionPay'],
    ['eftpos_au', 'Card'],
    ['constructor', 'Card'],
    [null, 'Card'],
  ])('with a card of %s', (brand, name) => {
    const paidWith = `${name} ending in 0005`
    expect(read({ type: 'card', card: { brand, last4: '0005' } })).toMatchObject({ paidWith })
  })

  it.each([
    undefined,
    null,
    'card',
    { card: null },
    { card: { brand: 'visa', last4: '12\u00003' } },
  ])('is left out if it reads %j, and the payment still counts', (details) => {
    const { paidWith, ...paid } = read(details) as { paidWith?: string }
    expect(paidWith).toBeUndefined()
    expect(paid).toMatchObject({ kind: 'paid', amountCents: 5_000, refundedCents: 0 })
  })
})
