// The list with its controls, and its empty and error states.

import type { TransactionSort } from '@invoice-desk/contract/retailer/retailer'
import { formatDollars } from '@invoice-desk/contract/values/money'
import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { ApiError, isRefusal } from '../../../shared/api/api-error.ts'
import { PAST_PRESETS } from '../../../shared/lists/filter-range.ts'
import { useEndless } from '../../../shared/lists/use-infinite-list.ts'
import { Notice } from '../../../shared/ui/feedback/notice.tsx'
import { Problem } from '../../../shared/ui/feedback/problem.tsx'
import { showToast } from '../../../shared/ui/feedback/toasts.ts'
import { FilteredList, type ListProps } from '../../../shared/ui/list/filtered-list.tsx'
import { daysFilter } from '../../../shared/ui/list/filters.tsx'
import { TableSkeleton } from '../../../shared/ui/table/table-skeleton.tsx'
import { type TransactionPart, type TransactionView, transactionsQuery } from '../api.ts'
import { fetchFailure } from '../texts.ts'
import { TransactionsTable } from './transactions-table.tsx'

type TransactionListProps = Pick<ListProps<TransactionPart, TransactionView>, 'view' | 'onView'>

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

const Listed = ({
  list,
  data: { rows, last },
  view,
  onView,
}: ListProps<TransactionPart, TransactionView>) => (
  <FilteredList
    {...{ list, view, onView }}
    unit={['transaction', 'transactions']}
    note={last.amount === undefined ? null : <p>Total: {formatDollars(last.amount)}</p>}
    placeholder="Order ID, card or amount"
    sortLabels={SORT_LABELS}
    filters={[
      daysFilter({
        label: 'Date',
        presets: PAST_PRESETS,
        days: view.date,
        onDays: (date) => onView({ date }),
      }),
    ]}
    onClear={() => onView({ search: '', date: '' })}
    nothing={['No transactions found.']}
    noMatch={['No transactions found.', 'Show all']}
  >
    <TransactionsTable
      caption="Amazon transactions"
      transactions={rows}
      sort={view.sort}
      onSort={(sort) => onView({ sort })}
    />
  </FilteredList>
)

const SORT_LABELS = {
  '-date': 'Date, newest first',
  date: 'Date, oldest first',
  '-amount': 'Amount, highest first',
  amount: 'Amount, lowest first',
  card: 'Card, A to Z',
  '-card': 'Card, Z to A',
  order: 'Order ID, ascending',
  '-order': 'Order ID, descending',
} as const satisfies Record<TransactionSort, string>

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
