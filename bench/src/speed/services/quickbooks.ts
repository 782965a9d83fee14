// The parts of QuickBooks that searches, payment histories and bookings call.
import * as books from './books.ts'

type Records = readonly object[]

/** Answers the kinds of queries that the measurements send. */
export const answerQuery = (query: string): unknown => {
  const [, entity = ''] = /^SELECT \* FROM (\w+)/.exec(query) ?? []
  return { QueryResponse: { [entity]: find(entity, query) }, time: '2026-11-01T12:00:00.000-08:00' }
}

const find = (entity: string, query: string): Records => {
  if (entity === 'PaymentMethod') return books.PAYMENT_METHODS
  const ids = /Id IN \(([^)]*)\)/.exec(query)?.[1]?.match(/\w+/g) ?? undefined
  if (entity === 'Payment' && ids) return ids.map(books.paymentOf)
  if (entity === 'CreditMemo' && ids) return ids.map(books.creditMemoOf)
  if (entity === 'Invoice') return findInvoices(query, ids)
  throw new Error(`no answer to ${query}`)
}

const findInvoices = (query: string, ids: readonly string[] | undefined): Records => {
  if (ids) return ids.map(books.invoiceOf)
  const number = /DocNumber = 'B-(\d+)'/.exec(query)?.[1]
  if (number) return [books.invoiceOf(number)]
  const customer = Number(/CustomerRef = '(\d+)'/.exec(query)?.[1])
  return query.includes("Balance > '0'")
    ? books.openInvoices(customer)
    : books.paidInvoices(customer)
}
