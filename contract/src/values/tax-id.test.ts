import { describe, expect, it } from 'vitest'
import {
  editTaxId,
  formatTaxId,
  isTaxId,
  TAX_ID_LENGTH_MAX,
  type TaxIdType,
  taxIdDigits,
  taxIdProblem,
} from './tax-id.ts'

const pad = (number: number, length: number) => String(number).padStart(length, '0')
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index)

// Copied from the specification, not from the code under test.
const EIN_PREFIXES =
  '01 02 03 04 05 06 10 11 12 13 14 15 16 20 21 22 23 24 25 26 27 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64 65 66 67 68 71 72 73 74 75 76 77 80 81 82 83 84 85 86 87 88 90 91 92 93 94 95 98 99'.split(
    ' ',
  )

describe('an EIN', () => {
  it.each(range(0, 99).map((prefix) => pad(prefix, 2)))(
    'with prefix %s is valid only if the IRS assigns that prefix',
    (prefix) => {
      expect(isTaxId(`${prefix}-3456789`, 'EIN')).toBe(EIN_PREFIXES.includes(prefix))
    },
  )

  it('may repeat one digit and end in zeros', () => {
    expect(isTaxId('11-1111111', 'EIN')).toBe(true)
    expect(isTaxId('12-0000000', 'EIN')).toBe(true)
  })
})

describe('an SSN', () => {
  it('has an area from 001 to 899 that is not 666', () => {
    const refused = range(0, 999).filter((area) => !isTaxId(`${pad(area, 3)}-12-3456`, 'SSN'))
    expect(refused).toEqual([0, 666, ...range(900, 999)])
  })

  it('has a group from 01 to 99', () => {
    const refused = range(0, 99).filter((group) => !isTaxId(`123-${pad(group, 2)}-4567`, 'SSN'))
    expect(refused).toEqual([0])
  })

  it('has a serial from 0001 to 9999', () => {
    const refused = range(0, 9_999).filter((serial) => !isTaxId(`123-45-${pad(serial, 4)}`, 'SSN'))
    expect(refused).toEqual([0])
  })

  it('is not the same digit nine times', () => {
    const accepted = range(0, 9).filter((digit) => isTaxId(String(digit).repeat(9), 'SSN'))
    expect(accepted).toEqual([])
    expect(isTaxId('111-11-1112', 'SSN')).toBe(true)
  })
})

describe.each(['EIN', 'SSN'] as const)('any %s', (type) => {
  it.each(['', '1', '12345678', '1234567890', '12345678a', '12.3456789', '１２３４５６７８９'])(
    'is not %j',
    (text) => expect(isTaxId(text, type)).toBe(false),
  )

  it('may be written with dashes and spaces, or without', () => {
    for (const text of ['123456789', '12-3456789', '123-45-6789', ' 123 45 6789 ']) {
      expect(isTaxId(text, type)).toBe(true)
    }
  })
})

describe('a tax id in a form', () => {
  it.each([
    ['', 'EIN', false, undefined],
    ['', 'EIN', true, 'The tax ID is required.'],
    ['07-1234567', 'EIN', true, 'Invalid EIN. Please check the format.'],
    ['07-1234567', 'EIN', false, 'Invalid EIN. Please check the format.'],
    ['000-12-3456', 'SSN', true, 'Invalid SSN. Please check the format.'],
    ['12-3456789', 'EIN', true, undefined],
  ] as const)('%j as %s, required %s: %s', (taxId, type, isRequired, problem) => {
    expect(taxIdProblem(taxId, type, isRequired)).toBe(problem)
  })
})

describe('formatting', () => {
  it.each([
    ['EIN', ['', '1', '12', '12-3', '12-34', '12-3456789', '12-3456789']],
    ['SSN', ['', '1', '12', '123', '123-4', '123-45-6789', '123-45-6789']],
  ] as const)('formats a partly typed %s', (type, shown) => {
    const typed = ['', '1', '12', '123', '1234', '123456789', '1234567899']
    expect(typed.map((text) => formatTaxId(text, type))).toEqual(shown)
  })

  it('drops characters that are not digits', () => {
    expect(formatTaxId(' 12a-34b56789', 'SSN')).toBe('123-45-6789')
    expect(taxIdDigits('12-3456789')).toBe('123456789')
  })

  it('is never longer than the field', () => {
    for (const type of ['EIN', 'SSN'] as const) {
      expect(formatTaxId('9'.repeat(30), type)).toHaveLength(TAX_ID_LENGTH_MAX[type])
    }
  })
})

/** `|` stands for the caret. */
const edit = (
  type: TaxIdType,
  before: string,
  after: string,
  deleted?: 'backward' | 'forward',
): string => {
  const caret = after.indexOf('|')
  const shown = editTaxId({ before, text: after.replace('|', ''), caret, deleted }, type)
  return `${shown.text.slice(0, shown.caret)}|${shown.text.slice(shown.caret)}`
}

describe('typing', () => {
  it.each([
    ['the dash is added with the next digit', 'EIN', '12', '123|', '12-3|'],
    ['both dashes are added automatically', 'SSN', '123-45', '123-456|', '123-45-6|'],
    ['a typed dash is ignored', 'EIN', '12', '12-|', '12|'],
    ['a letter is ignored', 'EIN', '12-3', '12-3x|', '12-3|'],
    ['the caret stays in the middle', 'EIN', '12-345', '192|-345', '19-2|345'],
    ['a digit typed before the dash moves after it', 'EIN', '12-345', '129|-345', '12-9|345'],
    ['the caret stays at the start', 'SSN', '123-45', '9|123-45', '9|12-34-5'],
    ['a tenth digit is dropped', 'EIN', '12-3456789', '12-34567890|', '12-3456789|'],
    [
      'a tenth digit in the middle does not push out the others',
      'EIN',
      '12-3456789',
      '12-39|456789',
      '12-3|456789',
    ],
  ] as const)('%s', (_fact, type, before, after, shown) => {
    expect(edit(type, before, after)).toBe(shown)
  })
})

describe('deleting', () => {
  it.each([
    ['the last digit', '12-3', '12-|', 'backward', '12|'],
    ['a digit in the middle', '12-3456', '12-4|56', 'backward', '12-4|56'],
    ['the dash deletes the digit before it', '12-345', '12|345', 'backward', '1|3-45'],
    ['the dash deletes the digit after it', '12-345', '12|345', 'forward', '12|-45'],
    ['a selection deletes only that', '12-3456789', '12|', 'backward', '12|'],
    ['everything', '12-3456789', '|', 'backward', '|'],
  ] as const)('%s', (_fact, before, after, deleted, shown) => {
    expect(edit('EIN', before, after, deleted)).toBe(shown)
  })
})

describe('pasting', () => {
  it.each([
    ['with spaces around', 'EIN', '', ' 12-3456789 |', '12-3456789|'],
    ['in another format', 'SSN', '', '12-3456789|', '123-45-6789|'],
    ['too long', 'EIN', '', '123456789012|', '12-3456789|'],
    ['over a selection', 'EIN', '12-3456789', '12-000|6789', '12-000|6789'],
  ] as const)('%s', (_fact, type, before, after, shown) => {
    expect(edit(type, before, after)).toBe(shown)
  })
})
