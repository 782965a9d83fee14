// Tests which vendors are found and chosen for an import.
import { describe, expect, it } from 'vitest'
import { allLabel, allToggled, amountChosen, matching, sharersIn, toggled } from './choice.ts'

const vendor = (id: string, name = `Vendor ${id}`, email = `v${id}@x.example`) => ({
  id,
  name,
  email,
  track1099: false,
  taxIdLast4: '',
})
const DANA = vendor('1', 'Dana Whitfield', 'dana@whitfield.example')
const PIER = vendor('2', 'Pier 9 Storage', 'office@pier9.example')

it.each([
  ['', ['1', '2']],
  ['  ', ['1', '2']],
  ['WHIT dana', ['1']],
  ['office@', ['2']],
  ['pier dana', []],
])('finds by words in the name and email: %j', (search, ids) => {
  expect(matching([DANA, PIER], search).map(({ id }) => id)).toEqual(ids)
})

describe('choosing', () => {
  it('adds and removes one', () => {
    expect([...toggled(new Set(['1']), '2')]).toEqual(['1', '2'])
    expect([...toggled(new Set(['1', '2']), '1')]).toEqual(['2'])
  })

  it('adds or removes all that are shown, and keeps the others', () => {
    expect([...allToggled(new Set(['9']), [DANA, PIER])]).toEqual(['9', '1', '2'])
    expect([...allToggled(new Set(['9', '1']), [DANA, PIER])]).toEqual(['9', '1', '2'])
    expect([...allToggled(new Set(['9', '1', '2']), [DANA, PIER])]).toEqual(['9'])
  })

  it('adds as many as one import allows', () => {
    const many = Array.from({ length: 700 }, (_, n) => vendor(String(n)))
    expect(allToggled(new Set(), many).size).toBe(500)
    const full = allToggled(new Set(), many)
    expect(allToggled(full, many.slice(0, 10)).size).toBe(490)
  })

  it('counts as all when no more can be added, so a second click removes them', () => {
    const many = Array.from({ length: 700 }, (_, n) => vendor(String(n)))
    const full = allToggled(new Set(), many)
    expect(amountChosen(full, many)).toBe('all')
    expect(allToggled(full, many).size).toBe(0)
    expect(amountChosen(full, many.slice(600))).toBe('none')
    expect(amountChosen(new Set(['1']), [DANA, PIER])).toBe('some')
  })

  it.each([
    [700, false, false, 'Select the first 500 vendors'],
    [500, false, false, 'Select all 500 vendors'],
    [1, true, false, 'Select all 1 vendor found'],
    [2, false, true, "Select all 2 vendors that don't share an email"],
  ])('says what one click selects (%#)', (count, isSearch, hasSharers, label) => {
    expect(allLabel(count, { isSearch, hasSharers })).toBe(label)
  })
})

it('finds vendors that share an email', () => {
  const twin = vendor('3', 'Pier Nine', PIER.email)
  expect([...sharersIn([DANA, PIER, twin])]).toEqual([
    ['2', 'Pier Nine'],
    ['3', 'Pier 9 Storage'],
  ])
})
