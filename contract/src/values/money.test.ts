import { describe, expect, it } from 'vitest'
import {
  CENTS_MAX,
  centsFromDecimal,
  centsToText,
  formatAmount,
  formatMoney,
  formatUsd,
  parseCents,
  typedCents,
} from './money.ts'

describe('typedCents', () => {
  it.each([
    ['.5', 50],
    ['$.05', 5],
    ['7.', 700],
    ['1,250.', 125_000],
    ['$ 1,250.50', 125_050],
  ])('reads %s', (text, cents) => expect(typedCents(text)).toBe(cents))

  it.each(['', '.', '1.250,50', '1250,50', '1,50', '1.250', '1,2500', '-1', '1 250'])(
    'refuses %j',
    (text) => expect(typedCents(text)).toBeUndefined(),
  )
})

describe('parseCents', () => {
  it.each([
    ['0.01', 1],
    ['12', 1_200],
    ['12.5', 1_250],
    ['$1,234.56', 123_456],
    [' $ 10.00 ', 1_000],
    ['999999999.99', CENTS_MAX],
    ['1,234,567', 123_456_700],
    ['12,345.60', 1_234_560],
    ['999,999,999.99', CENTS_MAX],
  ])('reads %s', (text, cents) => expect(parseCents(text)).toBe(cents))

  it.each([
    '',
    'abc',
    '1.234',
    '1e5',
    '-5',
    '1,23',
    '1000000000.00',
    '.5',
    '5.',
    'NaN',
    '1 000',
    '٣',
  ])('refuses %j', (text) => expect(parseCents(text)).toBeUndefined())
})

describe('centsFromDecimal', () => {
  it('is exact for every amount with two decimals up to a hundred dollars', () => {
    for (let cents = 0; cents <= 10_000; cents += 1) {
      expect(centsFromDecimal(Number(centsToText(cents)))).toBe(cents)
    }
  })

  it('accepts the largest amounts, positive and negative', () => {
    expect([999_999_999.99, -999_999_999.99].map(centsFromDecimal)).toEqual([CENTS_MAX, -CENTS_MAX])
  })

  it.each([-1e9, 0.001, 1.005, Number.NaN, Number.POSITIVE_INFINITY, 1e21, 1e9])(
    'refuses %d',
    (amount) => expect(centsFromDecimal(amount)).toBeUndefined(),
  )
})

it('formats cents for providers and for people', () => {
  expect([centsToText(5), centsToText(-123_456)]).toEqual(['0.05', '-1234.56'])
  expect([formatUsd(123_456), formatUsd(0)]).toEqual(['$1,234.56', '$0.00'])
})

it.each([
  ['USD', '$1,234.50'],
  ['EUR', '€1,234.50'],
  ['CAD', 'CA$1,234.50'],
  ['CHF', 'CHF\u00a01,234.50'],
  ['US', '1,234.50 US'],
])('formats %s unambiguously', (currency, text) => {
  expect(formatMoney(123_450, currency)).toBe(text)
})

it('shows two decimals, or 0.00 if the value is empty or not a number', () => {
  expect(['', null, undefined, 'abc', Number.NaN].map(formatAmount)).toEqual(Array(5).fill('0.00'))
  expect([formatAmount(5), formatAmount('$1,200.5'), formatAmount('7')]).toEqual([
    '5.00',
    '1200.50',
    '7.00',
  ])
})
