// The invoice search: the latest one wins, and after a payment it repeats until the balances are up to date.

import type { PaymentOutcome } from '@invoice-desk/contract/payments/payments'
import { centsOf } from '@invoice-desk/contract/values/money'
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { ApiError } from '../../../shared/api/api-error.ts'
import { findInvoices, type InvoiceQuery, PROVEN_QUERY } from '../api.ts'
import { type InvoiceChange, type PaymentProblem, problemOf } from '../attempt/payment-problem.ts'
import { isBeforePayment } from '../receipt/match-receipt.ts'
import { type FoundInvoices, outstandingCentsIn, withChange } from './invoices.ts'

/** QuickBooks shows a payment a few moments later. */
const REFRESH_PAUSES_MS = [500, 1_500, 3_000, 6_000]

/** Whether the balances include the payment. */
export type BalanceUpdate = {
  /** `slow`: we stopped refreshing, so the customer checks again. */
  readonly state: 'done' | 'waiting' | 'slow'
  readonly isChecking: boolean
  readonly check: () => void
}

type UpdateCounts = { readonly dataUpdateCount: number; readonly errorUpdateCount: number }

const refreshesOf = ({ dataUpdateCount, errorUpdateCount }: UpdateCounts): number =>
  dataUpdateCount + errorUpdateCount - 1

export const updateStateOf = (
  isOutdated: boolean,
  counts: UpdateCounts | undefined,
): BalanceUpdate['state'] => {
  if (!isOutdated || !counts) return 'done'
  return refreshesOf(counts) < REFRESH_PAUSES_MS.length ? 'waiting' : 'slow'
}

type Search = { query?: InvoiceQuery; search: number; selects?: readonly string[] | undefined }

export const useInvoiceSearch = (paid: PaymentOutcome | undefined) => {
  const [latest, setLatest] = useState<Search>({ search: 0 })
  const { query, search } = latest
  /** What a refused payment told us since the search. */
  const [changes, setChanges] = useState<readonly InvoiceChange[]>([])
  const owedBefore = useRef<number>(undefined)
  const isOutdated = (found: FoundInvoices | undefined): boolean => {
    if (!paid || !found) return false
    const corrected = changes.reduce(withChange, found)
    if (paid.receipt) return isBeforePayment(corrected, paid.receipt)
    const { current: owed } = owedBefore
    return owed !== undefined && outstandingCentsIn(corrected) > owed - centsOf(paid.amount)
  }

  const queryKey = ['payments', 'search', latest]
  const client = useQueryClient()
  const { data, error, isLoading, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: query ? ({ signal }) => findInvoices(query, signal) : skipToken,
    refetchInterval: ({ state }) => {
      return (isOutdated(state.data) && REFRESH_PAUSES_MS[refreshesOf(state)]) || false
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
    /** The numbers of the invoices to select, instead of the matched one. */
    selects: latest.selects,
    found,
    isSearching: isLoading,
    update: {
      state: updateStateOf(isOutdated(data), client.getQueryState(queryKey)),
      isChecking: isFetching,
      check: () => void refetch(),
    } satisfies BalanceUpdate,
    problem: error && !data ? searchProblemOf(error) : undefined,
    /** Corrects invoices whose balance has changed since the search. */
    correct: (news: readonly InvoiceChange[]) => setChanges((before) => [...before, ...news]),
    start: (next: InvoiceQuery, selects?: readonly string[]) => {
      setChanges([])
      // The proof was about the customer found before.
      client.removeQueries(PROVEN_QUERY)
      setLatest((before) => ({ query: next, search: before.search + 1, selects }))
    },
  }
}

const SEARCH_FAILED = 'Failed to search for invoice'

/** The server's `message` takes precedence over its `error`. */
export const searchProblemOf = (error: unknown): PaymentProblem => {
  const body = error instanceof ApiError ? (error.body as { message?: unknown } | null) : undefined
  const problem = problemOf(error, SEARCH_FAILED, true)
  if (typeof body?.message === 'string') return { ...problem, message: body.message }
  const isVague = problem.message === SEARCH_FAILED && !problem.detail
  return isVague ? { ...problem, detail: 'Please try again in a moment.' } : problem
}
