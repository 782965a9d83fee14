// The list of payments with its totals, filters, and empty states.
import type { AttemptSort } from '@invoice-desk/contract/payments-list'
import { Button } from '@mantine/core'
import { EmptyState } from '../../../shared/ui/empty-state.tsx'
import { EndlessList } from '../../../shared/ui/endless-list.tsx'
import { FilterBar } from '../../../shared/ui/list/filter-bar.tsx'
import { SearchInput } from '../../../shared/ui/search-input.tsx'
import { SortSelect } from '../../../shared/ui/sort-select.tsx'
import type { Endless } from '../../../shared/use-endless.ts'
import type { AttemptsPart } from './api.ts'
import { filtersOf } from './attempt-filters.tsx'
import { AttemptTotals } from './attempt-totals.tsx'
import { type AttemptsView, queryOf, readView } from './attempt-view.ts'
import { AttemptsTable } from './attempts-table.tsx'

type AttemptsListProps = {
  readonly list: Endless<AttemptsPart>
  readonly data: NonNullable<Endless<AttemptsPart>['data']>
  readonly view: AttemptsView
  readonly onView: (part: Partial<AttemptsView>) => void
}

const DEFAULTS = readView(new URLSearchParams())

export const AttemptsList = ({ list, data, view, onView }: AttemptsListProps) => {
  const { rows, total, last } = data
  const clearAll = () => onView({ ...DEFAULTS, sort: view.sort })
  // Views can be empty without any payment missing.
  const isWholeView = queryOf({ ...view, view: 'all', sort: DEFAULTS.sort }) === ''
  if (total === 0 && isWholeView && !list.isStale) {
    const [title, text] = EMPTY[view.view]
    return (
      <EmptyState title={title}>
        <p>{text}</p>
      </EmptyState>
    )
  }
  return (
    <>
      <AttemptTotals totals={last.totals} />
      <FilterBar unit="payments" filters={filtersOf(view, onView)} onClearAll={clearAll}>
        <SearchInput
          placeholder="Customer, email, invoice or payment ID"
          isLabelHidden
          search={view.search}
          onSearch={(search) => onView({ search })}
        />
        <SortSelect
          labels={SORT_LABELS}
          isLabelHidden
          sort={view.sort}
          onSort={(sort) => onView({ sort })}
        />
      </FilterBar>
      <EndlessList list={list} unit={['payment', 'payments']}>
        {rows.length === 0 ? (
          <EmptyState title="No payments match these filters.">
            <Button variant="default" mt="sm" onClick={clearAll}>
              Clear filters
            </Button>
          </EmptyState>
        ) : (
          <AttemptsTable attempts={rows} sort={view.sort} onSort={(sort) => onView({ sort })} />
        )}
      </EndlessList>
    </>
  )
}

const EMPTY = {
  all: ['No payments yet.', 'Payments that customers make on the payment page appear here.'],
  open: ['No payments in progress.', 'Every payment has finished.'],
  review: ['Nothing needs review.', 'Payments that need your attention appear here.'],
} as const

const SORT_LABELS = {
  '-started': 'Started, newest first',
  started: 'Started, oldest first',
  '-amount': 'Amount, highest first',
  amount: 'Amount, lowest first',
  customer: 'Customer, A to Z',
  '-customer': 'Customer, Z to A',
} as const satisfies Record<AttemptSort, string>
