// The message shown for a failed search.
import { searchInvoice } from '@invoice-desk/contract/customer-invoices/customer-invoices'
import { expect, it } from 'vitest'
import { answerOf, errorFrom } from '../../../shared/api/api.ts'
import { searchProblemOf, updateStateOf } from './use-invoice-search.ts'

const problemIn = (body: unknown) => {
  try {
    return answerOf(searchInvoice, { status: 200, body, format: 'json' })
  } catch (error) {
    return searchProblemOf(error)
  }
}

it('shows the server’s message, even with status 200', () => {
  expect(problemIn({ message: 'Search is closed today.' })).toMatchObject({
    message: 'Search is closed today.',
  })
  expect(problemIn({ invoice: 7 })).toMatchObject({ message: 'Failed to search for invoice' })
  expect(searchProblemOf(errorFrom(404, { message: 'No match.', error: 'none' }))).toMatchObject({
    message: 'No match.',
  })
})

it('refreshes outdated balances a few times, then leaves it to the customer', () => {
  const after = (dataUpdateCount: number, errorUpdateCount = 0) =>
    updateStateOf(true, { dataUpdateCount, errorUpdateCount })
  expect(after(1)).toBe('waiting')
  expect(after(3, 1)).toBe('waiting')
  expect(after(5)).toBe('slow')
  expect(after(3, 2)).toBe('slow')
  expect(updateStateOf(false, { dataUpdateCount: 5, errorUpdateCount: 0 })).toBe('done')
})
