// The searched invoice in the address, `?invoice=…&date=…`, kept in sync with the form.
import { useSearchParams } from 'react-router'
import type { InvoiceQuery } from '../api.ts'

export const useQueryInAddress = () => {
  const [params, setParams] = useSearchParams()
  const query: InvoiceQuery = {
    invoiceNumber: params.get('invoice')?.trim() ?? '',
    date: params.get('date')?.trim() ?? '',
  }
  const writeQuery = ({ invoiceNumber, date }: InvoiceQuery) =>
    setParams({ invoice: invoiceNumber, date }, { replace: true, preventScrollReset: true })
  return { query, writeQuery }
}

/** Bypasses the router: typing isn't navigation, doesn't search, and must not reset the form. */
export const writeTypedQuery = ({ invoiceNumber, date }: InvoiceQuery) => {
  const url = new URL(window.location.href)
  for (const [name, text] of Object.entries({ invoice: invoiceNumber, date })) {
    if (text) url.searchParams.set(name, text)
    else url.searchParams.delete(name)
  }
  try {
    window.history.replaceState(window.history.state, '', url)
  } catch {
    // Browsers limit how often this may happen. The next keystroke or the search catches up.
  }
}
