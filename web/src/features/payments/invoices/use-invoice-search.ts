// The invoice search: the latest one wins, and after a payment it repeats until the balances are up to date.
import type { PaymentOutcome } from '@invoice-desk/contract/payments'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError, isUnanswered, messageOf, serverText } from '../../../shared/api-error.ts'
import { HumanCheckError } from '../../../shared/human-check.ts'
import { findInvoices, type InvoiceQuery } from '../api.ts'
import { centsOf, type FoundInvoices, outstandingCentsIn } from './invoices.ts'

export type SearchProblem = { readonly message: string; readonly detail?: string | undefined }

export type SearchState =
  | { readonly status: 'idle' | 'searching' }
  /** `search` numbers the searches, so a selection doesn't carry over to the next one. */
  | { readonly status: 'found'; readonly found: FoundInvoices; readonly search: number }
  | { readonly status: 'failed'; readonly problem: SearchProblem }

const FAILED = 'Failed to search for invoice'

export const useInvoiceSearch = (paid: PaymentOutcome | undefined) => {
  const [state, setState] = useState<SearchState>({ status: 'idle' })
  const running = useRef<AbortController>(undefined)
  const latest = useRef<InvoiceQuery>(undefined)
  const searches = useRef(0)

  const find = async (query: InvoiceQuery): Promise<FoundInvoices | undefined> => {
    running.current?.abort()
    running.current = new AbortController()
    const { signal } = running.current
    try {
      const found = await findInvoices(query, signal)
      if (signal.aborted) return undefined
      setState({ status: 'found', found, search: searches.current })
      return found
    } catch (error) {
      if (signal.aborted) return undefined
      throw error
    }
  }

  const search = async (query: InvoiceQuery) => {
    latest.current = query
    searches.current += 1
    setState({ status: 'searching' })
    await find(query).catch((error: unknown) =>
      setState({ status: 'failed', problem: problemOf(error) }),
    )
  }

  const found = state.status === 'found' ? state.found : undefined
  /** Searches again in the background; undefined when that failed. */
  const refresh = async () => latest.current && find(latest.current).catch(() => undefined)
  useRefreshAfterPayment(paid, found, refresh)
  return { state, found, search }
}

const REFRESH_PAUSES_MS = [500, 1_500, 3_000, 6_000]

/** QuickBooks shows a payment a few moments later. */
const useRefreshAfterPayment = (
  paid: PaymentOutcome | undefined,
  found: FoundInvoices | undefined,
  refresh: () => Promise<FoundInvoices | undefined>,
) => {
  const isPaid = paid !== undefined
  const start = useEffectEvent(async (signal: AbortSignal) => {
    if (!found || !paid) return
    const expectedCents = outstandingCentsIn(found) - centsOf(paid.amount)
    for (const ms of REFRESH_PAUSES_MS) {
      await new Promise((resolve) => setTimeout(resolve, ms))
      if (signal.aborted) return
      const fresh = await refresh()
      if (fresh && outstandingCentsIn(fresh) <= expectedCents) return
    }
  })
  useEffect(() => {
    if (!isPaid) return
    const control = new AbortController()
    void start(control.signal)
    return () => control.abort()
  }, [isPaid])
}

/** The server's `message` takes precedence over its `error`. */
const messageIn = (error: unknown): string | undefined => {
  const body = error instanceof ApiError ? (error.body as { message?: unknown } | null) : undefined
  return typeof body?.message === 'string' ? body.message : undefined
}

export const problemOf = (error: unknown): SearchProblem => {
  if (error instanceof HumanCheckError) return { message: error.message }
  return {
    message: messageIn(error) ?? serverText(error) ?? FAILED,
    detail: isUnanswered(error) ? messageOf(error) : undefined,
  }
}
