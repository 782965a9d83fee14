// The list's filters in the URL.
import { expect, it } from 'vitest'
import { writeView } from '../../../shared/use-address-view.ts'
import { readView } from './use-transaction-view.ts'

const read = (query: string) => readView(new URLSearchParams(query))

it('defaults to everything, newest first', () => {
  expect(read('')).toEqual({ search: '', from: '', to: '', sort: '-date' })
  expect(writeView(read(''), readView)).toEqual({})
})

it('round-trips through the URL', () => {
  const view = {
    search: 'visa & 48',
    from: '2026-01-01',
    to: '2026-01-31',
    sort: 'amount',
  } as const
  expect(readView(new URLSearchParams(writeView(view, readView)))).toEqual(view)
})

// Older links had a page number.
it.each(['page=3', 'sort=color', 'from=2026-02-30', 'to=yesterday'])('ignores %s', (query) =>
  expect(read(query)).toEqual(read('')),
)
