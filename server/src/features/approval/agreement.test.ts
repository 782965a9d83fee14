import { expect, it } from 'vitest'
import { agreementOf } from './agreement.ts'

const TYPED = { invoiceNumber: 'INV-18', amountCents: 250_000, dueDate: '2026-12-03' }
const NOTHING = {
  invoice: {},
  hasText: true,
  hasNumber: false,
  hasAmount: false,
  hasAmounts: false,
  hasDueDate: false,
}
const AMOUNTS = { ...NOTHING, hasAmounts: true, hasAmount: true }

it('has nothing to say about a document that was not read or has no text', () => {
  expect(agreementOf(TYPED, null)).toBeUndefined()
  expect(agreementOf(TYPED, { ...NOTHING, hasText: false })).toBeUndefined()
})

it.each([
  ['INV-18', { ...NOTHING, hasNumber: true }, { result: 'agrees' }],
  ['INV-18', NOTHING, { result: 'absent' }],
  [
    'INV-18',
    { ...NOTHING, invoice: { invoiceNumber: 'A-7' } },
    { result: 'differs', found: 'A-7' },
  ],
  // Without its beginning.
  ['0412', { ...NOTHING, invoice: { invoiceNumber: 'RE-2026-0412' } }, { result: 'agrees' }],
  // It may be a quantity.
  ['7', { ...NOTHING, hasNumber: true }, { result: 'absent' }],
  ['7', { ...NOTHING, invoice: { invoiceNumber: '7' } }, { result: 'agrees' }],
])('compares the number %s', (invoiceNumber, comparison, check) => {
  expect(agreementOf({ ...TYPED, invoiceNumber }, comparison)?.invoiceNumber).toEqual(check)
})

it.each([
  [NOTHING, { result: 'absent' }],
  [AMOUNTS, { result: 'agrees' }],
  [{ ...AMOUNTS, invoice: { amountCents: 250_000, currency: 'USD' } }, { result: 'agrees' }],
  // A subtotal, and another currency.
  [
    { ...AMOUNTS, invoice: { amountCents: 297_500 } },
    { result: 'agrees', found: '$2,975.00' },
  ],
  [
    { ...AMOUNTS, invoice: { amountCents: 250_000, currency: 'EUR' } },
    { result: 'agrees', found: '€2,500.00' },
  ],
  [{ ...AMOUNTS, hasAmount: false }, { result: 'differs' }],
])('compares the amount with %j', (comparison, check) => {
  expect(agreementOf(TYPED, comparison)?.amount).toEqual(check)
})

it.each([
  [{ ...NOTHING, hasDueDate: true }, { result: 'agrees' }],
  // From payment terms.
  [{ ...NOTHING, invoice: { dueDate: '2026-12-03' } }, { result: 'agrees' }],
  [
    { ...NOTHING, invoice: { dueDate: '2026-12-13' } },
    { result: 'differs', found: '2026-12-13' },
  ],
])('compares the due date with %j', (comparison, check) => {
  expect(agreementOf(TYPED, comparison)?.dueDate).toEqual(check)
})
