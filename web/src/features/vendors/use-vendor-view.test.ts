// The part of the list that is in view, as the address says it.
import { expect, it } from 'vitest'
import { readView, writeView } from './use-vendor-view.ts'

const read = (query: string) => readView(new URLSearchParams(query))

it('is the first page by vendor unless the address says otherwise', () => {
  expect(read('')).toEqual({ search: '', sort: 'vendor', page: 1 })
  expect(writeView(read(''))).toEqual({})
})

it('survives the way through the address', () => {
  const view = { search: 'a & b', sort: '-email', page: 7 } as const
  expect(readView(new URLSearchParams(writeView(view)))).toEqual(view)
})

it.each(['page=0', 'page=-1', 'page=two', 'page=1.5', 'page=1e9', 'sort=colour'])(
  'takes no notice of %s',
  (query) => expect(read(query)).toEqual(read('')),
)
