// The page where customers look up and pay invoices.
import { Stack } from '@mantine/core'
import { lazy, Suspense, useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router'
import type { InvoiceQuery } from '../features/payments/api.ts'
import { usePayment } from '../features/payments/attempt/use-payment.ts'
import { outstandingCentsIn } from '../features/payments/invoices/invoices.ts'
import { PayColumns } from '../features/payments/invoices/pay-columns.tsx'
import { SearchForm } from '../features/payments/invoices/search-form.tsx'
import { useInvoiceSearch } from '../features/payments/invoices/use-invoice-search.ts'
import { PaymentStatus, ProblemNotice } from '../features/payments/receipt/payment-status.tsx'
import { HumanCheckNotice } from '../shared/ui/human-check-notice.tsx'
import { Page, publicPage } from '../shared/ui/page.tsx'
import { TableSkeleton } from '../shared/ui/table-skeleton.tsx'

const loadChoice = () => import('../features/payments/invoices/invoice-choice.tsx')
const InvoiceChoice = lazy(() => loadChoice().then((m) => ({ default: m.InvoiceChoice })))

const SEARCHING = (
  <PayColumns hasSide>
    <TableSkeleton rows={3} label="Searching..." />
  </PayColumns>
)

export const PayInvoicePage = () => {
  const [params, setParams] = useSearchParams()
  const [invoiceNumber = '', date = ''] = ['invoice', 'date'].map((name) =>
    params.get(name)?.trim(),
  )
  const payment = usePayment()
  const { query, search, found, isSearching, problem, correct, start } = useInvoiceSearch(
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
  // Searches when the page opens with both values in the URL, and when the URL changes.
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
  const isOpening = invoiceNumber !== '' && date !== '' && !problem
  const searchForm = (
    <SearchForm
      query={{ invoiceNumber, date }}
      isBusy={isSearching}
      isSmall={isSearching || found !== undefined || isOpening}
      onSearch={run}
    />
  )
  return (
    <Page {...publicPage('/pay-invoice')} action={searchForm}>
      <Stack gap="lg">
        {isSearching ? SEARCHING : null}
        {problem ? <ProblemNotice problem={problem} /> : null}
        <PaymentStatus payment={payment} onPayAnother={isMoreToPay ? searchAgain : undefined} />
        {found ? (
          <Suspense fallback={SEARCHING}>
            <InvoiceChoice
              key={search}
              found={found}
              payment={payment}
              onChanges={correct}
              onSearchAgain={searchAgain}
            />
          </Suspense>
        ) : null}
        <HumanCheckNotice what="This page" />
      </Stack>
    </Page>
  )
}
