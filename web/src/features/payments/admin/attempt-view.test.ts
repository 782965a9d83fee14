// The payments list's filters in the URL.
import { expect, it } from 'vitest'
import { normalizeQuery } from '../../../shared/lists/use-url-filters.ts'
import { filterOf, readView } from './attempt-view.ts'

it('keeps what it understands, in one order, and drops the rest', () => {
  const query = 'sort=amount&state=lost,expired,failed&view=review&page=3&search=pat+%26+co'
  expect(normalizeQuery(query, readView)).toBe(
    'view=review&search=pat+%26+co&state=failed%2Cexpired&sort=amount',
  )
  for (const nothing of ['view=none', 'view=&search=%20', 'method=cash', 'refunded=no']) {
    expect(normalizeQuery(nothing, readView)).toBe('')
  }
})

it('asks the server for days and amounts', () => {
  const query = 'received=last-week&amount=1000..&method=paypal&refunded=yes'
  expect(filterOf(readView(new URLSearchParams(query)), '2026-11-17')).toEqual({
    view: 'all',
    method: 'paypal',
    receivedFrom: '2026-11-09',
    receivedTo: '2026-11-15',
    amountFrom: '1000',
    refunded: 'yes',
    sort: '-started',
  })
})
