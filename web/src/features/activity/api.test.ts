// How the activity list's filters are read from the URL and sent to the server.
import { expect, it } from 'vitest'
import { filterOf, readView } from './api.ts'

const TODAY = '2026-11-16'
const queryFor = (search: string) => filterOf(readView(new URLSearchParams(search)), TODAY)

it('sends only what is filtered', () => {
  expect(queryFor('')).toEqual({})
  expect(queryFor('actor=Ada@x.example&subject=bill&subjectId=7&time=2026-11-01..')).toEqual({
    actor: 'ada@x.example',
    subject: 'bill',
    subjectId: '7',
    from: '2026-11-01',
  })
})

it('counts today as one of the last seven days', () => {
  expect(queryFor('time=last-7-days')).toEqual({ from: '2026-11-10', to: TODAY })
})

it('ignores what it cannot use', () => {
  expect(queryFor('subject=nothing&subjectId=7&time=never')).toEqual({})
  expect(queryFor('time=2026-02-30..2026-03-01')).toEqual({})
})
