// The invoice search: the latest one wins, and after a payment it repeats until the balances are up to date.
import { centsOf } from '@invoice-desk/contract/money'
import type { PaymentOutcome } from '@invoice-desk/contract/payments'
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError } from '../../../shared/api-error.ts'
import { findInvoices, type InvoiceQuery } from '../api.ts'
import { type PaymentProblem, problemOf } from '../attempt/payment-problem.ts'
import { type FoundInvoices, outstandingCentsIn, withBalance } from './invoices.ts'

/** QuickBooks shows a payment a few moments later. */
const REFRESH_PAUSES_MS = [500, 1_500, 3_000, 6_000]

export const useInvoiceSearch = (paid: PaymentOutcome | undefined) => {
  const [latest, setLatest] = useState<{ query?: InvoiceQuery; search: number }>({ search: 0 })
  const { query, search } = latest
  const client = useQueryClient()
  const queryKey = ['payments', 'search', latest]
  const owedBefore = useRef<number>(undefined)
  const isOutdated = (found: FoundInvoices | undefined) =>
    paid !== undefined &&
    found !== undefined &&
    owedBefore.current !== undefined &&
    outstandingCentsIn(found) > owedBefore.current - centsOf(paid.amount)

  const { data, error, isLoading } = useQuery({
    queryKey,
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
  if (!paid) owedBefore.current = data && outstandingCentsIn(data)

  return {
    query,
    /** Numbers the searches, so a selection doesn't carry over to the next one. */
    search,
    found: data,
    isSearching: isLoading,
    problem: error && !data ? searchProblemOf(error) : undefined,
    /** Corrects a balance that has changed since the search. */
    setBalance: (invoiceId: string, balance: number) =>
      client.setQueryData<FoundInvoices>(
        queryKey,
        (found) => found && withBalance(found, invoiceId, balance),
      ),
    start: (next: InvoiceQuery) =>
      setLatest((before) => ({ query: next, search: before.search + 1 })),
  }
}

/** The server's `message` takes precedence over its `error`. */
export const searchProblemOf = (error: unknown): PaymentProblem => {
  const body = error instanceof ApiError ? (error.body as { message?: unknown } | null) : undefined
  const problem = problemOf(error, 'Failed to search for invoice')
  return typeof body?.message === 'string' ? { ...problem, message: body.message } : problem
}
