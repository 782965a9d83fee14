// The search for invoices: one at a time, the newest wins, and a quiet repeat that shows what has changed.
import { useRef, useState } from 'react'
import { ApiError, isUnanswered, messageOf, serverText } from '../../../shared/api-error.ts'
import { HumanCheckError } from '../../../shared/human-check.ts'
import { findInvoices, type Wanted } from '../api.ts'
import type { FoundInvoices } from './invoices.ts'

export type SearchProblem = { readonly message: string; readonly detail?: string | undefined }

export type SearchState =
  | { readonly status: 'idle' | 'searching' }
  /** `search` counts the searches, so that what was chosen in one is not taken into the next. */
  | { readonly status: 'found'; readonly found: FoundInvoices; readonly search: number }
  | { readonly status: 'failed'; readonly problem: SearchProblem }

const FAILED = 'Failed to search for invoice'

export const useInvoiceSearch = () => {
  const [state, setState] = useState<SearchState>({ status: 'idle' })
  const running = useRef<AbortController>(undefined)
  const last = useRef<Wanted>(undefined)
  const searches = useRef(0)

  const begin = () => {
    running.current?.abort()
    running.current = new AbortController()
    return running.current.signal
  }

  const search = async (wanted: Wanted) => {
    const signal = begin()
    last.current = wanted
    searches.current += 1
    setState({ status: 'searching' })
    try {
      const found = await findInvoices(wanted, signal)
      if (!signal.aborted) setState({ status: 'found', found, search: searches.current })
    } catch (error) {
      if (!signal.aborted) setState({ status: 'failed', problem: problemOf(error) })
    }
  }

  /** The same search again without a word about it; undefined when it did not work out. */
  const refresh = async (): Promise<FoundInvoices | undefined> => {
    if (!last.current) return undefined
    const signal = begin()
    const found = await findInvoices(last.current, signal).catch(() => undefined)
    if (!found || signal.aborted) return undefined
    setState({ status: 'found', found, search: searches.current })
    return found
  }

  return { state, search, refresh }
}

/** Where a search that found nothing has both, its `message` goes before its `error`. */
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
