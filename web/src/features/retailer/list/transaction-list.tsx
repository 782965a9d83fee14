// The list with its controls, and its empty and error states.
import { formatDollars } from '@invoice-desk/contract/money'
import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { ApiError, isRefusal } from '../../../shared/api-error.ts'
import { showToast } from '../../../shared/toasts.ts'
import { EmptyState } from '../../../shared/ui/empty-state.tsx'
import { EndlessList } from '../../../shared/ui/endless-list.tsx'
import { Notice } from '../../../shared/ui/notice.tsx'
import { Problem } from '../../../shared/ui/problem.tsx'
import { TableSkeleton } from '../../../shared/ui/table-skeleton.tsx'
import { type Endless, useEndless } from '../../../shared/use-endless.ts'
import { type TransactionPart, transactionsQuery } from '../api.ts'
import { fetchFailure } from '../texts.ts'
import { ListControls } from './list-controls.tsx'
import type { TransactionView } from './transaction-view.ts'
import { TransactionsTable } from './transactions-table.tsx'

type TransactionListProps = {
  readonly view: TransactionView
  readonly onView: (part: Partial<TransactionView>) => void
}

export const TransactionList = (props: TransactionListProps) => {
  const list = useEndless(transactionsQuery(props.view))
  const { error, errorUpdatedAt } = list
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure shows a toast, even the same one.
  useEffect(() => {
    if (error) showToast('error', fetchFailure(error))
  }, [error, errorUpdatedAt])
  const problem = error ? <NotLoaded error={error} onRetry={() => void list.refetch()} /> : null
  if (!list.data) return problem ?? <TableSkeleton rows={8} label="Loading transactions..." />
  return (
    <>
      {problem}
      <Listed {...props} list={list} data={list.data} />
    </>
  )
}

type ListedProps = TransactionListProps & {
  readonly list: Endless<TransactionPart>
  readonly data: NonNullable<Endless<TransactionPart>['data']>
}

const Listed = ({ list, data, view, onView }: ListedProps) => {
  const { rows, total, last } = data
  const isFiltered = view.search !== '' || view.date !== ''
  if (total === 0 && !isFiltered && !list.isStale) return <NoTransactions />
  return (
    <>
      <ListControls view={view} onView={onView} />
      <EndlessList
        list={list}
        unit={['transaction', 'transactions']}
        note={last.amount === undefined ? null : <p>Total: {formatDollars(last.amount)}</p>}
      >
        {rows.length === 0 ? (
          <NoTransactions onShowAll={() => onView({ search: '', date: '' })} />
        ) : (
          <TransactionsTable
            caption="Amazon transactions"
            transactions={rows}
            sort={view.sort}
            onSort={(sort) => onView({ sort })}
          />
        )}
      </EndlessList>
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

/** The toast says what happened; this says what to do about it. */
const NotLoaded = ({ error, onRetry }: NotLoadedProps) => {
  if (isRefusal(error)) return <Problem error={error} />
  if (error instanceof ApiError && error.is('sign_in_required')) {
    return (
      <Notice tone="warning" title="Staff only">
        Sign in above to see the transactions.
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
      We couldn’t load the list. Trying again usually helps.
    </Notice>
  )
}
