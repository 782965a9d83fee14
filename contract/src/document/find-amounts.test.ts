import { isProportional } from '@invoice-desk/testing/growth'
import { expect, it } from 'vitest'
import { findAmounts } from './find-amounts.ts'

it.each([
  ['1,234.56', 123_456],
  ['1.234,56', 123_456],
  ['1 234,56', 123_456],
  ['1\u202f234,56', 123_456],
  ["1'234.56", 123_456],
  ['1’234.56', 123_456],
  ['1234.56', 123_456],
  ['12,34,567.00', 123_456_700],
  ['1.234.567,89', 123_456_789],
  ['1 234 567.89', 123_456_789],
  ['$1234', 123_400],
  ['$ 1,234.56', 123_456],
  ['US$1,234', 123_400],
  ['USD 1,234', 123_400],
  ['1.234 EUR', 123_400],
  ['12,50 €', 1_250],
  ['Total:$99.00.', 9_900],
  ['-1,234.56', 123_456],
  ['(1,234.56)', 123_456],
  ['1,234.56-', 123_456],
  ['$0.05', 5],
  ['$.50', 50],
  ['Total......1,250.00', 125_000],
  ['Line 1......1,250.00', 125_000],
  ['Rs.1250.00', 125_000],
  ['Fr.1250.00', 125_000],
  ['kr.1.250,00', 125_000],
  ["'1250.00'", 125_000],
  ['$1,250.000', 125_000],
  ['€100.000', 10_000],
  ['€100.000', 10_000_000],
  ['$1,234⁵⁶', 123_456],
  ['$1,234 56', 123_456],
  ['$234\n56', 23_456],
])('reads %s', (text, amountCents) => expect(findAmounts(text)).toContain(amountCents))

it.each([
  '1, 234.56',
  '1,234 .56',
  '$ 1 , 2 3 4 . 5 6',
  '$1,2 34.56',
  '$ 1 234 . 56',
  'Qty 2 1,2 34.5 6.',
  '8.25 1,2  34.56 8.25%',
  '１，２３４．５６',
])('reads the pieces of %s', (text) => expect(findAmounts(text)).toContain(123_456))

it('reads two numbers next to each other separately too', () => {
  expect(findAmounts('Qty 2 100.00 Total 200.00')).toEqual(
    expect.arrayContaining([200, 10_000, 20_000]),
  )
})

it.each([
  '12.11.2026',
  '1.2.3.4',
  '8.25%',
  '8.25 %',
  '1 8.25 %',
  '1.234567',
  '123456789012345678901.00',
  '',
])('finds no amount in %j', (text) => expect(findAmounts(text)).toEqual([]))

it('lists whole numbers only beside something that is clearly an amount', () => {
  expect(findAmounts('Invoice 17 of 2026')).toEqual([])
  expect(findAmounts('Invoice 17, total 1250, tax 103.13')).toEqual(
    expect.arrayContaining([125_000, 10_313]),
  )
})

it('leaves out what is too long for an amount', () => {
  expect(findAmounts('$1.00 $999,999,999.99 $99999999999999999.00')).toEqual([100, 99_999_999_999])
})

it('gives up on a document with too many amounts', () => {
  const prices = (count: number) => Array.from({ length: count }, (_, index) => `$${index}.00`)
  expect(findAmounts(prices(5_000).join(' x '))).toHaveLength(5_000)
  expect(findAmounts(prices(5_001).join(' x '))).toEqual([])
})

it.each(['1', '1 ', '1,', '$', '$ ', "1'1", '1,111', '$1,111', ' .', '1 1 ', '1 .11 ', '1 % '])(
  'takes time in proportion to the repetitions of %j',
  (piece) => {
    const find = (size: number) => findAmounts(piece.repeat(size / piece.length))
    expect(isProportional(50_000, find)).toBe(true)
  },
)
