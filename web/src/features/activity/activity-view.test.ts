// How the activity list's filters are read from the URL and sent to the server.
import { expect, it } from 'vitest'
import { queryOf, readView } from './activity-view.ts'

const TODAY = '2026-11-16'
const queryFor = (search: string) => queryOf(readView(new URLSearchParams(search)), TODAY)

it('sends only what is filtered', () => {
  expect(queryFor('')).toEqual({})
  expect(queryFor('actor=Ada@x.example&subject=bill&subjectId=7&time=today')).toEqual({
    actor: 'ada@x.example',
    subject: 'bill',
    subjectId: '7',
    from: TODAY,
  })
})

it('counts today as one of the last seven days', () => {
  expect(queryFor('time=week')).toEqual({ from: '2026-11-10' })
})

it('ignores what it cannot use', () => {
  expect(queryFor('subject=nothing&subjectId=7&time=never')).toEqual({})
  expect(queryFor('from=2026-11-01')).toEqual({})
  expect(queryFor('time=custom&from=2026-02-30&to=2026-03-01')).toEqual({ to: '2026-03-01' })
})
