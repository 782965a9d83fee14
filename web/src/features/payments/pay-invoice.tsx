// Paying invoices: the search, the invoices found, and the payment.
import { Stack } from '@mantine/core'
import { lazy, Suspense, useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router'
import { HumanCheckPrint } from '../../shared/ui/human-check-print.tsx'
import { TableSkeleton } from '../../shared/ui/table-skeleton.tsx'
import type { InvoiceQuery } from './api.ts'
import { usePayment } from './attempt/use-payment.ts'
import { outstandingCentsIn } from './invoices/invoices.ts'
import { SearchForm } from './invoices/search-form.tsx'
import { useInvoiceSearch } from './invoices/use-invoice-search.ts'
import { PaymentStatus, ProblemNotice } from './receipt/payment-status.tsx'

const loadChoice = () => import('./invoices/invoice-choice.tsx')
const InvoiceChoice = lazy(() => loadChoice().then((m) => ({ default: m.InvoiceChoice })))

const SEARCHING = <TableSkeleton rows={3} label="Searching..." />

export const PayInvoice = () => {
  const [params, setParams] = useSearchParams()
  const [invoiceNumber = '', date = ''] = ['invoice', 'date'].map((name) =>
    params.get(name)?.trim(),
  )
  const payment = usePayment()
  const { query, search, found, isSearching, problem, start } = useInvoiceSearch(
    payment.state.step === 'succeeded' ? payment.state.outcome : undefined,
  )

  const run = (next: InvoiceQuery) => {
    setParams(
      { invoice: next.invoiceNumber, date: next.date },
      { replace: true, preventScrollReset: true },
    )
    payment.clear()
    start(next)
  }
  const searchAgain = () => run({ invoiceNumber, date })
  // Searches when the page opens with both values in the address, and when the address changes.
  const followAddress = useEffectEvent(() => {
    const isSame = query?.invoiceNumber === invoiceNumber && query.date === date
    if (invoiceNumber !== '' && date !== '' && !isSame) searchAgain()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the address changes.
  useEffect(() => followAddress(), [invoiceNumber, date])

  // Loads the code of the next steps during the search.
  useEffect(() => {
    if (isSearching) loadChoice().catch(() => {})
  }, [isSearching])

  const isMoreToPay = found !== undefined && outstandingCentsIn(found) > 0
  return (
    <Stack gap="lg">
      <div data-print="never">
        <SearchForm query={{ invoiceNumber, date }} isBusy={isSearching} onSearch={run} />
      </div>
      {isSearching ? SEARCHING : null}
      {problem ? <ProblemNotice problem={problem} /> : null}
      <PaymentStatus payment={payment} onPayAnother={isMoreToPay ? searchAgain : undefined} />
      {found ? (
        <Suspense fallback={SEARCHING}>
          <InvoiceChoice key={search} found={found} payment={payment} onSearchAgain={searchAgain} />
        </Suspense>
      ) : null}
      <HumanCheckPrint what="This page" />
    </Stack>
  )
}
