// Paying invoices: the search, the invoices found, and the payment.
import { Stack } from '@mantine/core'
import { lazy, Suspense, useEffect, useEffectEvent, useRef } from 'react'
import { HumanCheckPrint } from '../../shared/ui/human-check-print.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import { TableSkeleton } from '../../shared/ui/table-skeleton.tsx'
import type { InvoiceQuery } from './api.ts'
import { usePayment } from './attempt/use-payment.ts'
import { outstandingCentsIn } from './invoices/invoices.ts'
import { SearchForm } from './invoices/search-form.tsx'
import { useInvoiceSearch } from './invoices/use-invoice-search.ts'
import { useQueryInAddress, writeTypedQuery } from './invoices/use-query-in-address.ts'
import { PaymentStatus } from './receipt/payment-status.tsx'

const loadChoice = () => import('./invoices/invoice-choice.tsx')
const InvoiceChoice = lazy(() => loadChoice().then((m) => ({ default: m.InvoiceChoice })))

const SEARCHING = <TableSkeleton rows={3} label="Searching..." />

export const PayInvoice = () => {
  const { query, writeQuery } = useQueryInAddress()
  const payment = usePayment()
  const { state, found, search } = useInvoiceSearch(
    payment.state.step === 'succeeded' ? payment.state.outcome : undefined,
  )
  const searched = useRef<InvoiceQuery>(undefined)

  const run = (next: InvoiceQuery) => {
    searched.current = next
    writeQuery(next)
    payment.clear()
    void search(next)
  }
  const searchAgain = () => run(query)
  // Searches when the page opens with both values in the address, and when the address changes.
  const { invoiceNumber, date } = query
  const followAddress = useEffectEvent((next: InvoiceQuery) => {
    const { current } = searched
    const isSame = current?.invoiceNumber === next.invoiceNumber && current.date === next.date
    if (next.invoiceNumber !== '' && next.date !== '' && !isSame) run(next)
  })
  useEffect(() => followAddress({ invoiceNumber, date }), [invoiceNumber, date])

  // Loads the code of the next steps during the search.
  const isSearching = state.status === 'searching'
  useEffect(() => {
    if (isSearching)
      Promise.all([loadChoice(), import('./attempt/payment-form.tsx')]).catch(() => {})
  }, [isSearching])

  const isMoreToPay = found !== undefined && outstandingCentsIn(found) > 0
  return (
    <Stack gap="lg">
      <div data-print="never">
        <SearchForm query={query} isBusy={isSearching} onType={writeTypedQuery} onSearch={run} />
      </div>
      {isSearching ? SEARCHING : null}
      {state.status === 'failed' ? (
        <Notice tone="negative">
          <p>{state.problem.message}</p>
          {state.problem.detail ? <p>{state.problem.detail}</p> : null}
        </Notice>
      ) : null}
      <PaymentStatus payment={payment} onPayAnother={isMoreToPay ? searchAgain : undefined} />
      {state.status === 'found' ? (
        <Suspense fallback={SEARCHING}>
          <InvoiceChoice
            key={state.search}
            found={state.found}
            payment={payment}
            onSearchAgain={searchAgain}
          />
        </Suspense>
      ) : null}
      <HumanCheckPrint what="This page" />
    </Stack>
  )
}
