// What the address asks for: `?invoice=…&date=…`, kept as the form is filled in.
import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import type { Wanted } from '../api.ts'

export const useQueryWanted = () => {
  const [params, setParams] = useSearchParams()
  const wanted: Wanted = {
    invoiceNumber: params.get('invoice')?.trim() ?? '',
    date: params.get('date')?.trim() ?? '',
  }
  const write = useCallback(
    ({ invoiceNumber, date }: Wanted) =>
      setParams({ invoice: invoiceNumber, date }, { replace: true, preventScrollReset: true }),
    [setParams],
  )
  return { wanted, write, follow: followTyping }
}

/** Past the router: what is only typed is no navigation, searches nothing, and must not come back into the form. */
const followTyping = ({ invoiceNumber, date }: Wanted) => {
  const url = new URL(window.location.href)
  for (const [name, text] of [
    ['invoice', invoiceNumber],
    ['date', date],
  ] as const) {
    if (text) url.searchParams.set(name, text)
    else url.searchParams.delete(name)
  }
  try {
    window.history.replaceState(window.history.state, '', url)
  } catch {
    // Browsers limit how often this may happen; the next letter or the search catches up.
  }
}

export const isComplete = ({ invoiceNumber, date }: Wanted): boolean =>
  invoiceNumber !== '' && date !== ''

export const isSame = (a: Wanted | undefined, b: Wanted): boolean =>
  a?.invoiceNumber === b.invoiceNumber && a.date === b.date
