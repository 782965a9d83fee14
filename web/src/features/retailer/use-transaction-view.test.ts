// The part of the list that is in view, as the address says it.
import { expect, it } from 'vitest'
import { readView, writeView } from './use-transaction-view.ts'

const read = (query: string) => readView(new URLSearchParams(query))

it('is the first page, newest first, unless the address says otherwise', () => {
  expect(read('')).toEqual({ search: '', from: '', to: '', sort: '-date', page: 1 })
  expect(writeView(read(''))).toEqual({})
})

it('survives the way through the address', () => {
  const view = {
    search: 'visa & 48',
    from: '2026-01-01',
    to: '2026-01-31',
    sort: 'amount',
    page: 7,
  } as const
  expect(readView(new URLSearchParams(writeView(view)))).toEqual(view)
})

it.each(['page=0', 'page=two', 'page=1e9', 'sort=colour', 'from=2026-02-30', 'to=yesterday'])(
  'takes no notice of %s',
  (query) => expect(read(query)).toEqual(read('')),
)
