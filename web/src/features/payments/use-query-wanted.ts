// What the address asks for: `?invoice=…&date=…`, kept as the form was last searched with.
import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import type { Wanted } from './api.ts'

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
  return { wanted, write }
}

export const isComplete = ({ invoiceNumber, date }: Wanted): boolean =>
  invoiceNumber !== '' && date !== ''

export const isSame = (a: Wanted | undefined, b: Wanted): boolean =>
  a?.invoiceNumber === b.invoiceNumber && a.date === b.date
