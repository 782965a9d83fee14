import { expect, it } from 'vitest'
import { documentCheckOf } from './document-check.ts'

const TYPED = {
  invoiceNumber: 'INV-18',
  amountCents: 250_000,
  dueDate: '2026-12-03',
  submittedAt: new Date('2026-11-20T12:00:00Z'),
}
const NOTHING = { invoice: {}, hasAmount: false, hasAmounts: false }
const AMOUNTS = { ...NOTHING, hasAmounts: true, hasAmount: true }

it('has nothing to say about a document that was not read, or in which nothing was found', () => {
  expect(documentCheckOf(TYPED, null)).toBeUndefined()
  expect(documentCheckOf(TYPED, NOTHING)).toBeUndefined()
})

it.each([
  ['INV-18', 'inv 18', 'agrees'],
  ['INV-18', undefined, 'absent'],
  // Without its beginning, and with one that isn't printed.
  ['0412', 'RE-2026-0412', 'agrees'],
  ['INV-1045', '1045', 'agrees'],
  ['7', '7', 'agrees'],
  ['INV-18', '18', 'agrees'],
  ['17', '2017', 'differs'],
  // The order's number, for example, even if it's in the document too.
  ['88123', '1045', 'differs'],
])('compares the number %s with %s', (invoiceNumber, found, result) => {
  const comparison = { ...AMOUNTS, invoice: found === undefined ? {} : { invoiceNumber: found } }
  const check = documentCheckOf({ ...TYPED, invoiceNumber }, comparison)?.invoiceNumber
  expect(check).toEqual(result === 'differs' ? { result, found } : { result })
})

it.each([
  [{ ...NOTHING, invoice: { invoiceNumber: '7' } }, { result: 'absent' }],
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
  expect(documentCheckOf(TYPED, comparison)?.amount).toEqual(check)
})

it.each([
  [undefined, 'absent'],
  ['2026-12-03', 'agrees'],
  ['2026-12-13', 'differs'],
  // The form takes no day before it was sent.
  ['2026-11-03', 'absent'],
])('compares the due date with %s', (found, result) => {
  const comparison = { ...AMOUNTS, invoice: found === undefined ? {} : { dueDate: found } }
  const check = documentCheckOf(TYPED, comparison)?.dueDate
  expect(check).toEqual(result === 'differs' ? { result, found } : { result })
})
