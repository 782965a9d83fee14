// The message shown for a failed search.
import { searchInvoice } from '@invoice-desk/contract/accounting-invoices'
import { expect, it } from 'vitest'
import { answerOf, errorFrom } from '../../../shared/api.ts'
import { searchProblemOf } from './use-invoice-search.ts'

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
