// What the form offers from a file.
import { expect, it } from 'vitest'
import { today } from '../../../../shared/text/today.ts'
import { NO_FIELDS } from '../invoice-fields.ts'
import {
  markedFields,
  offersOf,
  summaryOf,
  visibleOffer,
  withoutChanged,
  withoutOffer,
} from './offers.ts'

const found = { amountCents: 125_000, invoiceNumber: 'A-7', dueDate: '2099-01-31' }
const hint = { kind: 'hint', text: 'A-7', says: 'Your file says A-7' }
const idle = () => false
const typed = { ...NO_FIELDS, amount: '5', invoiceNumber: 'B', dueDate: '2098-01-31' }

it('fills in empty fields, marked until they are changed or confirmed', () => {
  const offers = offersOf(found, NO_FIELDS, idle)
  expect(offers).toEqual({
    amount: { kind: 'filled', text: '1250.00' },
    invoiceNumber: { kind: 'filled', text: 'A-7' },
    dueDate: { kind: 'filled', text: '2099-01-31' },
  })
  const values = { ...NO_FIELDS, amount: '1250.00', invoiceNumber: 'A-7', dueDate: '2099-01-31' }
  expect(withoutChanged(offers, values)).toBe(offers)
  const changed = withoutChanged(offers, { ...values, invoiceNumber: '' })
  expect(markedFields(changed)).toEqual(['amount', 'dueDate'])
  expect(visibleOffer(changed, 'invoiceNumber', NO_FIELDS)).toEqual(hint)
  // Typed again, it's theirs.
  expect(markedFields(withoutChanged(changed, values))).toEqual(['amount', 'dueDate'])
  expect(visibleOffer(changed, 'invoiceNumber', values)).toBeUndefined()
  expect(markedFields(withoutOffer(changed, 'amount'))).toEqual(['dueDate'])
})

it('fills in no field that someone is typing in', () => {
  const offers = offersOf(found, NO_FIELDS, (field) => field === 'invoiceNumber')
  expect(offers).toMatchObject({ amount: { kind: 'filled' }, invoiceNumber: hint })
})

it('only mentions what differs from typed text, and nothing that is the same', () => {
  const offers = offersOf(found, typed, idle)
  expect(offers).toEqual({
    amount: { kind: 'hint', text: '1250.00', says: 'Your file says 1,250.00' },
    invoiceNumber: hint,
    dueDate: { kind: 'hint', text: '2099-01-31', says: 'Your file says Jan 31, 2099' },
  })
  expect(visibleOffer(offers, 'amount', { ...typed, amount: '$1,250' })).toBeUndefined()
  const same = { amount: '1,250.0', invoiceNumber: ' A-7', dueDate: '2099-01-31' }
  expect(offersOf(found, { ...NO_FIELDS, ...same }, idle)).toEqual({})
})

it('leaves an amount in another currency and a date in the past to the contractor', () => {
  const offers = offersOf({ ...found, currency: 'EUR', dueDate: '2026-01-31' }, NO_FIELDS, idle)
  expect(offers).toMatchObject({
    amount: { note: 'Your file is in EUR. Enter the amount in US dollars.' },
    dueDate: { note: 'Your file says Jan 31, 2026, which is in the past. Choose another date.' },
  })
  expect(offers.invoiceNumber).toEqual({ kind: 'filled', text: 'A-7' })
  expect(offersOf({ dueDate: today() }, NO_FIELDS, idle)).toMatchObject({
    dueDate: { kind: 'filled' },
  })
})

it('ignores what the form would refuse', () => {
  expect(offersOf({ amountCents: 0, invoiceNumber: 'x'.repeat(500) }, NO_FIELDS, idle)).toEqual({})
})

it.each([
  [{ vendor: 'Acme Studio', date: '2026-11-03' }, 'Acme Studio, dated Nov 3, 2026'],
  [{ vendor: 'dx' }, 'dx'],
  [{ date: '2026-11-03' }, 'Dated Nov 3, 2026'],
  [found, undefined],
])('sums up %j as %s', (invoice, text) => {
  expect(summaryOf(invoice)).toBe(text)
})
