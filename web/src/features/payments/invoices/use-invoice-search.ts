// The invoice search: the latest one wins, and after a payment it repeats until the balances are up to date.
import { centsOf } from '@invoice-desk/contract/money'
import type { PaymentOutcome } from '@invoice-desk/contract/payments'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { ApiError } from '../../../shared/api-error.ts'
import { findInvoices, type InvoiceQuery } from '../api.ts'
import { type InvoiceChange, type PaymentProblem, problemOf } from '../attempt/payment-problem.ts'
import { type FoundInvoices, outstandingCentsIn, withChange } from './invoices.ts'

/** QuickBooks shows a payment a few moments later. */
const REFRESH_PAUSES_MS = [500, 1_500, 3_000, 6_000]

export const useInvoiceSearch = (paid: PaymentOutcome | undefined) => {
  const [latest, setLatest] = useState<{ query?: InvoiceQuery; search: number }>({ search: 0 })
  const { query, search } = latest
  /** What a refused payment told us since the search. */
  const [changes, setChanges] = useState<readonly InvoiceChange[]>([])
  const owedBefore = useRef<number>(undefined)
  const isOutdated = (found: FoundInvoices | undefined) =>
    paid !== undefined &&
    found !== undefined &&
    owedBefore.current !== undefined &&
    outstandingCentsIn(changes.reduce(withChange, found)) >
      owedBefore.current - centsOf(paid.amount)

  const { data, error, isLoading } = useQuery({
    queryKey: ['payments', 'search', latest],
    queryFn: query ? ({ signal }) => findInvoices(query, signal) : skipToken,
    refetchInterval: ({ state }) => {
      const refreshes = state.dataUpdateCount + state.errorUpdateCount - 1
      return (isOutdated(state.data) && REFRESH_PAUSES_MS[refreshes]) || false
    },
    retry: false,
    // Only the customer searches again, because a failed search counts toward their rate limit.
    staleTime: 'static',
    gcTime: 0,
  })
  const found = useMemo(() => data && changes.reduce(withChange, data), [data, changes])
  if (!paid) owedBefore.current = found && outstandingCentsIn(found)

  return {
    query,
    /** Numbers the searches, so a selection doesn't carry over to the next one. */
    search,
    found,
    isSearching: isLoading,
    problem: error && !data ? searchProblemOf(error) : undefined,
    /** Corrects invoices whose balance has changed since the search. */
    correct: (news: readonly InvoiceChange[]) => setChanges((before) => [...before, ...news]),
    start: (next: InvoiceQuery) => {
      setChanges([])
      setLatest((before) => ({ query: next, search: before.search + 1 }))
    },
  }
}

/** The server's `message` takes precedence over its `error`. */
export const searchProblemOf = (error: unknown): PaymentProblem => {
  const body = error instanceof ApiError ? (error.body as { message?: unknown } | null) : undefined
  const problem = problemOf(error, 'Failed to search for invoice')
  return typeof body?.message === 'string' ? { ...problem, message: body.message } : problem
}
