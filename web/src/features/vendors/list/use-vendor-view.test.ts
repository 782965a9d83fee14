// The part of the list that is in view, as the address says it.
import { expect, it } from 'vitest'
import { readView, writeView } from './use-vendor-view.ts'

const read = (query: string) => readView(new URLSearchParams(query))

it('is all of it by vendor unless the address says otherwise', () => {
  expect(read('')).toEqual({ search: '', sort: 'vendor' })
  expect(writeView(read(''))).toEqual({})
})

it('survives the way through the address', () => {
  const view = { search: 'a & b', sort: '-email' } as const
  expect(readView(new URLSearchParams(writeView(view)))).toEqual(view)
})

// Earlier links named a page.
it.each(['page=3', 'sort=colour'])('takes no notice of %s', (query) =>
  expect(read(query)).toEqual(read('')),
)
