// Filters and sort order in the URL.
import { expect, it } from 'vitest'
import { givenIn, normalizeQuery, writeView } from '../../../shared/lists/use-url-filters.ts'
import { BUILT_IN_VIEWS, readView } from './vendor-view.ts'

const read = (query: string) => readView(new URLSearchParams(query))

it('shows all vendors by name by default', () => {
  expect(givenIn(read(''))).toEqual({ sort: 'vendor' })
  expect(writeView(read(''), readView)).toEqual({})
})

it('round-trips through the URL', () => {
  const view = {
    search: 'a & b',
    account: 'Office Expenses:Postage & Courier',
    hasAccount: 'yes',
    track1099: 'no',
    details: 'to_review',
    missing: 'yes',
    sort: '-email',
  } as const
  expect(readView(new URLSearchParams(writeView(view, readView)))).toEqual(view)
  expect(givenIn(view)).toEqual(view)
})

// Older links have a page number.
it.each(['page=3', 'sort=color', 'hasAccount=maybe', 'track1099=1', 'missing=no', 'details=some'])(
  'ignores %s',
  (query) => expect(read(query)).toEqual(read('')),
)

it.each(BUILT_IN_VIEWS)('has the built-in view $name', ({ query }) => {
  expect(normalizeQuery(query, readView)).toBe(query)
})
