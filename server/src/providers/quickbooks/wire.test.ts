import { expect, it } from 'vitest'
import { z } from 'zod'
import { currency } from './wire.ts'

it.each([
  [{ CurrencyRef: { value: 'EUR', name: 'Euro' } }, 'EUR'],
  [{ CurrencyRef: { value: 'USD' } }, 'USD'],
  [{ CurrencyRef: { value: 'usd' } }, 'USD'],
  [{ CurrencyRef: { value: '' } }, 'USD'],
  [{ CurrencyRef: null }, 'USD'],
  [{}, 'USD'],
])('reads the currency of %j as %s', (record, expected) => {
  expect(z.object({ CurrencyRef: currency }).parse(record).CurrencyRef).toBe(expected)
})
