// The part of QuickBooks that a payment calls: reading invoices by their ids.
import { invoiceOf } from './books.ts'

export const answerQuery = (query: string): unknown => {
  const ids = /^SELECT \* FROM Invoice WHERE Id IN \(([^)]*)\)/.exec(query)?.[1]?.match(/\w+/g)
  if (!ids) throw new Error(`no answer to ${query}`)
  return { QueryResponse: { Invoice: ids.map(invoiceOf) }, time: '2026-11-01T12:00:00.000-08:00' }
}
