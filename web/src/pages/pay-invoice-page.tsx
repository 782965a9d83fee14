// The page where customers look up and pay invoices.
import { keyIn } from '@invoice-desk/contract/payments/pay-path'
import { Stack } from '@mantine/core'
import { lazy, Suspense, useEffect, useEffectEvent } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import type { InvoiceQuery } from '../features/payments/api.ts'
import { usePayment } from '../features/payments/attempt/use-payment.ts'
import { PayColumns } from '../features/payments/invoices/pay-columns.tsx'
import { SearchForm } from '../features/payments/invoices/search-form.tsx'
import { useInvoiceSearch } from '../features/payments/invoices/use-invoice-search.ts'
import { Paid, PaymentStatus, ProblemNotice } from '../features/payments/receipt/payment-status.tsx'
import { focusTitle } from '../shared/navigation/focus-title.ts'
import { Fallback } from '../shared/ui/feedback/fallback.tsx'
import { Loading } from '../shared/ui/feedback/loading.tsx'
import { HumanCheckNotice } from '../shared/ui/form/human-check-notice.tsx'
import { Page, publicPage } from '../shared/ui/page.tsx'
import { TableSkeleton } from '../shared/ui/table/table-skeleton.tsx'

const loadChoice = () => import('../features/payments/invoices/invoice-choice.tsx')
const InvoiceChoice = lazy(() => loadChoice().then((m) => ({ default: m.InvoiceChoice })))

const loadPaid = () => import('../features/payments/receipt/paid-view.tsx')
const PaidView = lazy(() => loadPaid().then((m) => ({ default: m.PaidView })))

const PAID_PAGE = { width: 'text', intro: undefined } as const

const SEARCHING = (
  <PayColumns hasSide>
    <TableSkeleton rows={3} label="Searching..." />
  </PayColumns>
)

export const PayInvoicePage = () => {
  const [params, setParams] = useSearchParams()
  const { hash } = useLocation()
  const [invoiceNumber = '', date = ''] = ['invoice', 'date'].map((name) =>
    params.get(name)?.trim(),
  )
  const payment = usePayment()
  const paid = payment.state.step === 'succeeded' ? payment.state.outcome : undefined
  const { query, search, selects, found, isSearching, problem, update, correct, start } =
    useInvoiceSearch(paid)

  const run = (next: InvoiceQuery, numbers?: readonly string[]) => {
    const isSame = query?.invoiceNumber === next.invoiceNumber && query.date === next.date
    const key = keyIn(hash) ?? (isSame ? query.key : undefined)
    // Without the key of a pay link, so no one copies it by chance.
    setParams(
      { invoice: next.invoiceNumber, date: next.date },
      { replace: true, preventScrollReset: true },
    )
    payment.clear()
    start({ ...next, key }, numbers)
  }
  const searched = { invoiceNumber, date }
  const searchAgain = () => run(searched)
  /** The pressed button disappears, so the page's title takes focus. */
  const leavePaid = (next: InvoiceQuery, numbers?: readonly string[]) => {
    run(next, numbers)
    window.scrollTo(0, 0)
    focusTitle()
  }
  // Searches when the page opens with both values in the URL, and when the URL changes.
  const followAddress = useEffectEvent(() => {
    const isSame = query?.invoiceNumber === invoiceNumber && query.date === date && !keyIn(hash)
    if (invoiceNumber !== '' && date !== '' && !isSame) searchAgain()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the address changes.
  useEffect(() => followAddress(), [invoiceNumber, date, hash])

  // Loads the code of the next steps during the search.
  useEffect(() => {
    if (isSearching) Promise.all([loadChoice(), loadPaid()]).catch(() => {})
  }, [isSearching])

  const isOpening = invoiceNumber !== '' && date !== '' && !problem
  const isSmall = isSearching || found !== undefined || isOpening
  const searchForm = (
    <SearchForm
      query={searched}
      isBusy={isSearching}
      foundBy={found && search}
      isSmall={isSmall}
      onSearch={(next) => run(next)}
    />
  )
  return (
    <Page
      {...publicPage('/pay-invoice')}
      {...(isSmall && { intro: undefined })}
      {...(paid && PAID_PAGE)}
      action={searchForm}
    >
      <Stack gap="lg">
        {isSearching ? SEARCHING : null}
        {problem ? <ProblemNotice problem={problem} /> : null}
        <PaymentStatus payment={payment} />
        {paid ? (
          <Fallback instead={<Paid outcome={paid} />}>
            <Suspense fallback={<Loading />}>
              <PaidView
                outcome={paid}
                found={found}
                update={update}
                onSearch={(rest = searched, numbers) => leavePaid(rest, numbers)}
              />
            </Suspense>
          </Fallback>
        ) : found ? (
          <Suspense fallback={SEARCHING}>
            <InvoiceChoice
              key={search}
              found={found}
              selects={selects}
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
