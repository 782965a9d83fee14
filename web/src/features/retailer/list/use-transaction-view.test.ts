// The part of the list that is in view, as the address says it.
import { expect, it } from 'vitest'
import { readView, writeView } from './use-transaction-view.ts'

const read = (query: string) => readView(new URLSearchParams(query))

it('is all of it, newest first, unless the address says otherwise', () => {
  expect(read('')).toEqual({ search: '', from: '', to: '', sort: '-date' })
  expect(writeView(read(''))).toEqual({})
})

it('survives the way through the address', () => {
  const view = {
    search: 'visa & 48',
    from: '2026-01-01',
    to: '2026-01-31',
    sort: 'amount',
  } as const
  expect(readView(new URLSearchParams(writeView(view)))).toEqual(view)
})

// Earlier links named a page.
it.each(['page=3', 'sort=colour', 'from=2026-02-30', 'to=yesterday'])(
  'takes no notice of %s',
  (query) => expect(read(query)).toEqual(read('')),
)
