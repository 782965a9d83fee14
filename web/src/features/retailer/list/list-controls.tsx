// The list's search and filters, and on a phone its sort order.
import type { TransactionSort } from '@invoice-desk/contract/retailer'
import { PAST_PRESETS } from '../../../shared/filter-range.ts'
import { FilterBar } from '../../../shared/ui/list/filter-bar.tsx'
import { daysFilter } from '../../../shared/ui/list/filters.tsx'
import { SearchInput } from '../../../shared/ui/search-input.tsx'
import { SortSelect } from '../../../shared/ui/sort-select.tsx'
import type { TransactionView } from './transaction-view.ts'

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

type ListControlsProps = {
  readonly view: TransactionView
  readonly onView: (part: Partial<TransactionView>) => void
}

export const ListControls = ({ view, onView }: ListControlsProps) => (
  <FilterBar
    unit="transactions"
    filters={[
      daysFilter({
        label: 'Date',
        presets: PAST_PRESETS,
        days: view.date,
        onDays: (date) => onView({ date }),
      }),
    ]}
    onClearAll={() => onView({ search: '', date: '' })}
  >
    <SearchInput
      placeholder="Order ID, card or amount"
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
)
