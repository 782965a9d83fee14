// The list of payments with its totals, filters, and empty states.
import type { AttemptSort } from '@invoice-desk/contract/payments/list'
import { writeView } from '../../../shared/lists/use-url-filters.ts'
import { FilteredList, type ListProps } from '../../../shared/ui/list/filtered-list.tsx'
import type { AttemptsPart } from './api.ts'
import { filtersOf } from './attempt-filters.tsx'
import { AttemptTotals } from './attempt-totals.tsx'
import { type AttemptsView, readView } from './attempt-view.ts'
import { AttemptsTable } from './attempts-table.tsx'

const DEFAULTS = readView(new URLSearchParams())

export const AttemptsList = ({
  list,
  data: { rows, last },
  view,
  onView,
}: ListProps<AttemptsPart, AttemptsView>) => {
  // Views can be empty without any payment missing.
  const { view: _, sort, ...filters } = writeView(view, readView)
  return (
    <FilteredList
      {...{ list, view, onView }}
      unit={['payment', 'payments']}
      totals={<AttemptTotals totals={last.totals} />}
      placeholder="Customer, email, invoice or payment ID"
      sortLabels={SORT_LABELS}
      filters={filtersOf(view, onView)}
      onClear={() => onView({ ...DEFAULTS, sort: view.sort })}
      isFiltered={Object.keys(filters).length > 0}
      nothing={NOTHING[view.view]}
    >
      <AttemptsTable attempts={rows} sort={view.sort} onSort={(sort) => onView({ sort })} />
    </FilteredList>
  )
}

const NOTHING = {
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
