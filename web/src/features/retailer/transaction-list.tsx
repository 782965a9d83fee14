// The list itself with its controls and pages, and what stands there when nothing fits or nothing came.

import type { ResponseOf } from '@invoice-desk/contract/endpoint'
import { TRANSACTIONS_PAGE_SIZE } from '@invoice-desk/contract/limits'
import type { listTransactions } from '@invoice-desk/contract/retailer'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiError, isRefusal } from '../../shared/api-error.ts'
import { showToast } from '../../shared/toasts.ts'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import { Pager } from '../../shared/ui/pager.tsx'
import { Problem } from '../../shared/ui/problem.tsx'
import { TableSkeleton } from '../../shared/ui/table-skeleton.tsx'
import { type TransactionView, transactionsQuery } from './api.ts'
import { ListControls } from './list-controls.tsx'
import { dollars, fetchFailure } from './texts.ts'
import classes from './transaction-list.module.css'
import { TransactionsTable } from './transactions-table.tsx'

type TransactionListProps = {
  readonly view: TransactionView
  readonly onView: (part: Partial<TransactionView>) => void
}

export const TransactionList = (props: TransactionListProps) => {
  const list = useQuery(transactionsQuery(props.view))
  const { error, errorUpdatedAt } = list
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure is told, the same one too.
  useEffect(() => {
    if (error) showToast('error', fetchFailure(error))
  }, [error, errorUpdatedAt])
  const retry = () => void list.refetch()
  if (!list.data) {
    if (error) return <NotLoaded error={error} onRetry={retry} />
    return <TableSkeleton rows={8} label="Loading transactions..." />
  }
  return (
    <>
      {error ? <NotLoaded error={error} onRetry={retry} /> : null}
      <Listed {...props} data={list.data} isStale={list.isPlaceholderData} />
    </>
  )
}

type ListedProps = TransactionListProps & {
  readonly data: ResponseOf<typeof listTransactions>
  /** Rows of another view are still shown while this one's are on the way. */
  readonly isStale: boolean
}

const Listed = ({ data, isStale, view, onView }: ListedProps) => {
  const { transactions, total } = data
  const last = Math.max(1, Math.ceil(total.count / TRANSACTIONS_PAGE_SIZE))
  // An address may name a page that is not there, or no longer.
  const isPastEnd = !isStale && view.page > last
  useEffect(() => {
    if (isPastEnd) onView({ page: last })
  })
  const isFiltered = view.search !== '' || view.from !== '' || view.to !== ''
  if (total.count === 0 && !isFiltered && !isStale) return <NoTransactions />
  return (
    <>
      <ListControls view={view} onView={onView} />
      <div className={classes.list} aria-busy={isStale} data-stale={isStale}>
        {transactions.length === 0 ? (
          <NoTransactions onShowAll={() => onView({ search: '', from: '', to: '' })} />
        ) : (
          <>
            <TransactionsTable
              caption="Amazon transactions"
              transactions={transactions}
              sort={view.sort}
              onSort={(sort) => onView({ sort })}
            />
            <p className={classes.total}>
              {last > 1 ? 'Total of all pages' : 'Total'}: {dollars(total.amount)}
            </p>
          </>
        )}
      </div>
      {total.count === 0 ? null : (
        <Pager
          page={Math.min(view.page, last)}
          pageSize={TRANSACTIONS_PAGE_SIZE}
          total={total.count}
          unit={total.count === 1 ? 'transaction' : 'transactions'}
          onPage={(page) => onView({ page })}
        />
      )}
    </>
  )
}

const NoTransactions = ({ onShowAll }: { onShowAll?: () => void }) => (
  <EmptyState title="No transactions found.">
    {onShowAll ? (
      <Button variant="default" mt="sm" onClick={onShowAll}>
        Show all
      </Button>
    ) : null}
  </EmptyState>
)

type NotLoadedProps = { readonly error: unknown; readonly onRetry: () => void }

/** The toast says what happened; here stands what to do about it. */
const NotLoaded = ({ error, onRetry }: NotLoadedProps) => {
  if (isRefusal(error)) return <Problem error={error} />
  if (error instanceof ApiError && error.is('sign_in_required')) {
    return (
      <Notice tone="warning" title="Only for staff">
        <p>Please sign in above to see the transactions.</p>
      </Notice>
    )
  }
  return (
    <Notice
      tone="negative"
      action={
        <Button variant="default" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      <p>The list could not be loaded. Trying again usually helps.</p>
    </Notice>
  )
}
