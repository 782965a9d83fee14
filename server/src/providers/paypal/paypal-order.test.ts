import { describe, expect, it } from 'vitest'
import { order, parse, stateOf } from './paypal-order.ts'

const usd = (value: string) => ({ currency_code: 'USD', value })
const capture = (status: string, value = '50.00', id = 'cap_1') => ({
  id,
  status,
  amount: usd(value),
})
const read = (status: string, captures: object[] = [], refunds: object[] = []) => {
  const answer = { id: 'o', status, purchase_units: [{ payments: { captures, refunds } }] }
  return stateOf(parse(order, answer, 'unavailable'))
}

describe('an order', () => {
  it.each([
    ['CREATED', [], 'open'],
    ['PAYER_ACTION_REQUIRED', [], 'open'],
    ['APPROVED', [], 'approved'],
    ['VOIDED', [], 'cancelled'],
    ['COMPLETED', [], 'pending'],
    ['COMPLETED', [capture('PENDING')], 'pending'],
    ['COMPLETED', [capture('DECLINED')], 'declined'],
    ['COMPLETED', [capture('FAILED')], 'declined'],
    ['APPROVED', [capture('DECLINED')], 'approved'],
    ['COMPLETED', [capture('DECLINED'), capture('COMPLETED', '50.00', 'cap_2')], 'paid'],
  ])('%s with %j is %s', (status, captures, kind) => {
    expect(read(status, captures).kind).toBe(kind)
  })

  it('that was paid has the sums of its captures and refunds', () => {
    expect(
      read(
        'COMPLETED',
        [capture('PARTIALLY_REFUNDED'), capture('COMPLETED', '1.50', 'cap_2')],
        [
          { status: 'COMPLETED', amount: usd('10.00') },
          { status: 'PENDING', amount: usd('0.25') },
          { status: 'FAILED', amount: usd('3.00') },
          { status: 'CANCELLED', amount: usd('4.00') },
        ],
      ),
    ).toMatchObject({ reference: 'cap_1', amountCents: 5_150, refundedCents: 1_025 })
    expect(read('COMPLETED', [capture('REFUNDED')])).toMatchObject({ refundedCents: 5_000 })
  })

  it.each([
    [
      { payment_source: { paypal: { email_address: 'a@b.example' } } },
      'PayPal account a@b.example',
    ],
    [{ payer: { email_address: 'c@d.example' } }, 'PayPal account c@d.example'],
    [{ payment_source: { venmo: { email_address: 'v@d.example' } } }, 'Venmo account v@d.example'],
    [{ payment_source: { card: {} }, payer: { email_address: 'a@b' } }, 'PayPal account a@b'],
    [{ payment_source: 'paypal', payer: null }, undefined],
    [{ payer: { email_address: 7 } }, undefined],
    // PostgreSQL can't store these.
    [{ payer: { email_address: 'a\u0000@b.example' } }, undefined],
    [{ payer: { email_address: 'a\ud800@b.example' } }, undefined],
  ])('with %j says which account paid, if that can be read', (who, paidWith) => {
    const units = [{ payments: { captures: [capture('COMPLETED')] } }]
    const answer = { id: 'o', status: 'COMPLETED', purchase_units: units, ...who }
    const state = stateOf(parse(order, answer, 'outcome_unknown'))
    expect(state).toMatchObject({ kind: 'paid', amountCents: 5_000, paidWith })
  })

  it.each([
    { id: 'o', status: 'WEIRD' },
    { id: 'o', status: 'COMPLETED', purchase_units: null },
    { id: '', status: 'CREATED' },
    { status: null },
    undefined,
  ])("that can't be read is a failed call: %j", (answer) => {
    expect(() => parse(order, answer, 'outcome_unknown')).toThrow(
      expect.objectContaining({ name: 'ProviderError', kind: 'outcome_unknown' }),
    )
  })

  it.each([capture('NEW'), capture('COMPLETED', 'much'), { status: 'COMPLETED' }])(
    "with a capture that can't be read is a failed call: %j",
    (one) => {
      expect(() => read('COMPLETED', [one])).toThrow("can't be read")
    },
  )
})
