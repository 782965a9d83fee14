import { describe, expect, it } from 'vitest'
import { FILE_BYTES_MAX } from '../values/limits.ts'
import { fileProblem } from './invoice-files.ts'
import { AMOUNT_UNREADABLE, dueDateFrom, invoiceAmount } from './invoice-form.ts'

const messageOf = (parsed: { error?: { issues: { message: string }[] } | undefined }) =>
  parsed.error?.issues[0]?.message

describe('an invoice amount', () => {
  it.each([
    ['0.01', 1],
    ['1250', 125_000],
    ['1250.5', 125_050],
    ['1,250.50', 125_050],
    ['.5', 50],
    [' $1,250.50 ', 125_050],
    ['999999999.99', 99_999_999_999],
  ])('%s is %i cents', (text, cents) => {
    expect(invoiceAmount.parse(text)).toBe(cents)
  })

  it.each([
    ['', 'Please enter an amount, such as 1250.00.'],
    ['ten', 'Please enter an amount, such as 1250.00.'],
    ['0', 'The amount must be at least 0.01.'],
    ['0.00', 'The amount must be at least 0.01.'],
    ['-5', 'The amount must be at least 0.01.'],
    ['0.001', 'The amount must be at least 0.01.'],
    ['1,50', AMOUNT_UNREADABLE],
    ['1.250,50', AMOUNT_UNREADABLE],
    ['1,250.505', 'The amount can have at most two decimals.'],
    ['12.345', 'The amount can have at most two decimals.'],
    ['1e9', 'The amount can be at most $999,999,999.99.'],
    ['1000000000', 'The amount can be at most $999,999,999.99.'],
    ['Infinity', 'The amount can be at most $999,999,999.99.'],
  ])('refuses %j', (text, message) => {
    expect(messageOf(invoiceAmount.safeParse(text))).toBe(message)
  })
})

describe('a due date', () => {
  const DATE_MALFORMED = 'Enter the date as year-month-day, such as 2026-11-30.'
  const dueDate = dueDateFrom(() => '2026-11-15')

  it('may be today or later', () => {
    expect(dueDate.parse('2026-11-15')).toBe('2026-11-15')
    expect(dueDate.parse('2027-01-01')).toBe('2027-01-01')
  })

  it.each([
    ['2026-11-14', "The due date can't be in the past."],
    ['2026-02-30', DATE_MALFORMED],
    ['tomorrow', DATE_MALFORMED],
    ['', 'Choose a date.'],
  ])('refuses %j', (text, message) => {
    expect(messageOf(dueDate.safeParse(text))).toBe(message)
  })
})

describe('a file', () => {
  it.each([
    ['invoice.pdf', 1, undefined],
    ['SCAN.JPEG', FILE_BYTES_MAX, undefined],
    ['a.png', FILE_BYTES_MAX + 1, 'file_too_large'],
    ['a.jpg', 0, 'file_empty'],
    ['a.pdf.exe', 5, 'file_type_refused'],
    ['pdf', 5, 'file_type_refused'],
  ])('%s of %i bytes: %s', (name, size, problem) => {
    expect(fileProblem({ name, size })).toBe(problem)
  })
})
