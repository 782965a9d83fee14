// Search and sort order in the URL.
import { expect, it } from 'vitest'
import { writeView } from '../../../shared/use-address-view.ts'
import { readView } from './use-vendor-view.ts'

const read = (query: string) => readView(new URLSearchParams(query))

it('shows all vendors by name by default', () => {
  expect(read('')).toEqual({ search: '', sort: 'vendor' })
  expect(writeView(read(''), readView)).toEqual({})
})

it('round-trips through the URL', () => {
  const view = { search: 'a & b', sort: '-email' } as const
  expect(readView(new URLSearchParams(writeView(view, readView)))).toEqual(view)
})

// Older links have a page number.
it.each(['page=3', 'sort=color'])('ignores %s', (query) => expect(read(query)).toEqual(read('')))
