import { expect, it } from 'vitest'
import { absenceFrom, fieldAt, fieldsOf, problemsOf } from './preference-fields.ts'

const TODAY = '2026-11-17'
const HERE = fieldsOf({ notices: 'each', absence: null }, TODAY)
const AWAY = { ...HERE, isAway: true, lastDay: '2026-11-20', delegate: 'bo@x.example' }

it('sends no absence while the box is not checked', () => {
  expect(absenceFrom({ ...AWAY, isAway: false })).toBeNull()
  expect(absenceFrom(AWAY)).toEqual({
    ...{ firstDay: TODAY, lastDay: '2026-11-20', delegate: 'bo@x.example' },
  })
})

it.each([
  [{}, {}],
  [{ isAway: false, lastDay: '' }, {}],
  [{ lastDay: '' }, { lastDay: 'Choose a date.' }],
  [{ lastDay: '2026-11-16' }, { lastDay: "The last day can't be before the first day." }],
  [{ firstDay: '2026-11-10', lastDay: '2026-11-16' }, { lastDay: 'The last day is in the past.' }],
  [{ delegate: '' }, { delegate: 'Choose a delegate.' }],
])('finds what is wrong with %j', (change, problems) => {
  expect(problemsOf({ ...AWAY, ...change }, TODAY)).toEqual(problems)
})

it('knows the field that the server refused', () => {
  expect(fieldAt('absence.delegate')).toBe('delegate')
  expect(fieldAt('email')).toBeUndefined()
})
