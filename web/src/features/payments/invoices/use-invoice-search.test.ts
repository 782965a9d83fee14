// The message shown for a failed search.
import { searchInvoice } from '@invoice-desk/contract/accounting-invoices'
import { expect, it } from 'vitest'
import { answerOf, errorFrom } from '../../../shared/api.ts'
import { problemOf } from './use-invoice-search.ts'

const problemIn = (body: unknown) => {
  try {
    return answerOf(searchInvoice, { status: 200, body, format: 'json' })
  } catch (error) {
    return problemOf(error)
  }
}

it('shows the server’s message, even with status 200', () => {
  expect(problemIn({ message: 'Search is closed today.' })).toEqual({
    message: 'Search is closed today.',
  })
  expect(problemIn({ invoice: 7 })).toEqual({ message: 'Failed to search for invoice' })
  expect(problemOf(errorFrom(404, { message: 'No match.', error: 'none' }))).toEqual({
    message: 'No match.',
  })
})
