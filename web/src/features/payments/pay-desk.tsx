// The payment page at work: a search, the invoices it found, and what is paid on them.
import { lazy, Suspense, useEffect, useEffectEvent, useRef } from 'react'
import { HumanCheckPrint } from '../../shared/ui/human-check-print.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import { TableSkeleton } from '../../shared/ui/table-skeleton.tsx'
import type { Wanted } from './api.ts'
import { usePayment } from './attempt/use-payment.ts'
import { type FoundInvoices, mergeInvoices, outstandingCents } from './invoices/invoices.ts'
import { SearchForm } from './invoices/search-form.tsx'
import { useFreshBalances } from './invoices/use-fresh-balances.ts'
import { type SearchProblem, useInvoiceSearch } from './invoices/use-invoice-search.ts'
import { isComplete, isSame, useQueryWanted } from './invoices/use-query-wanted.ts'
import classes from './pay-desk.module.css'
import { PaymentStatus } from './receipt/payment-status.tsx'
import { SuccessBanner } from './receipt/success-banner.tsx'

const loadChoice = () => import('./invoices/invoice-choice.tsx')
const InvoiceChoice = lazy(() => loadChoice().then((m) => ({ default: m.InvoiceChoice })))

export const PayDesk = () => {
  const { wanted, write, follow: followTyping } = useQueryWanted()
  const { state, search, refresh } = useInvoiceSearch()
  const payment = usePayment()
  const searched = useRef<Wanted>(undefined)
  const found = state.status === 'found' ? state.found : undefined
  const paid = payment.state.step === 'succeeded' ? payment.state.outcome : undefined
  useFreshBalances(paid, found, refresh)

  const run = (next: Wanted) => {
    searched.current = next
    write(next)
    payment.clear()
    void search(next)
  }
  const again = () => run(wanted)
  // An address that names both is searched at once, on arrival and whenever it changes.
  const { invoiceNumber, date } = wanted
  const follow = useEffectEvent((asked: Wanted) => {
    if (isComplete(asked) && !isSame(searched.current, asked)) run(asked)
  })
  useEffect(() => follow({ invoiceNumber, date }), [invoiceNumber, date])

  // What follows the invoices is on its way while they are searched for.
  const isSearching = state.status === 'searching'
  useEffect(() => {
    if (isSearching)
      Promise.all([loadChoice(), import('./attempt/payment-form.tsx')]).catch(() => {})
  }, [isSearching])

  return (
    <div className={classes.desk}>
      <div data-print="never">
        <SearchForm wanted={wanted} isBusy={isSearching} onType={followTyping} onSearch={run} />
      </div>
      {isSearching ? SEARCHING : null}
      {state.status === 'failed' ? <SearchFailure problem={state.problem} /> : null}
      {paid ? (
        <SuccessBanner outcome={paid} onAgain={found && owesMore(found) ? again : undefined} />
      ) : null}
      <PaymentStatus payment={payment} />
      {state.status === 'found' ? (
        <Suspense fallback={SEARCHING}>
          <InvoiceChoice
            key={state.search}
            found={state.found}
            payment={payment}
            onSearchAgain={again}
          />
        </Suspense>
      ) : null}
      <HumanCheckPrint what="This page" />
    </div>
  )
}

const SEARCHING = <TableSkeleton rows={3} label="Searching..." />

const owesMore = (found: FoundInvoices): boolean => outstandingCents(mergeInvoices(found)) > 0

const SearchFailure = ({ problem }: { problem: SearchProblem }) => (
  <Notice tone="negative">
    <p>{problem.message}</p>
    {problem.detail ? <p>{problem.detail}</p> : null}
  </Notice>
)
