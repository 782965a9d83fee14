import { expect, it } from 'vitest'
import { invoiceNumberKey } from './invoice-number-key.ts'

it.each([
  ['inv-7', 'INV7'],
  [' INV 7 ', 'INV7'],
  ['Inv#７', 'INV7'],
  ['№ 12/ä', 'NO12Ä'],
  [' --- ', '---'],
])('normalizes %j to %s', (text, key) => {
  expect(invoiceNumberKey(text)).toBe(key)
})
