// The list's filters in the URL.
import { expect, it } from 'vitest'
import { writeView } from '../../shared/lists/use-url-filters.ts'
import { filterOf, readView } from './api.ts'

const read = (query: string) => readView(new URLSearchParams(query))

it('defaults to everything, newest first', () => {
  expect(read('')).toEqual({ search: '', date: '', sort: '-date' })
  expect(writeView(read(''), readView)).toEqual({})
})

it('round-trips through the URL', () => {
  const view = { search: 'visa & 48', date: '2026-01-01..2026-01-31', sort: 'amount' } as const
  expect(readView(new URLSearchParams(writeView(view, readView)))).toEqual(view)
  expect(filterOf(view, '2026-02-01')).toEqual({
    search: 'visa & 48',
    from: '2026-01-01',
    to: '2026-01-31',
    sort: 'amount',
  })
})

it('reads the days of older links', () => {
  expect(read('from=2026-01-01').date).toBe('2026-01-01..')
  expect(read('from=2026-01-01&to=2026-01-31').date).toBe('2026-01-01..2026-01-31')
})

// Older links had a page number.
it.each(['page=3', 'sort=color', 'date=2026-02-30..', 'to=yesterday'])('ignores %s', (query) =>
  expect(read(query)).toEqual(read('')),
)
