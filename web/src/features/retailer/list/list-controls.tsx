// The list's search and filters, and on a phone its sort order.
import { RANGE_REVERSED } from '@invoice-desk/contract/list-query'
import type { TransactionSort } from '@invoice-desk/contract/retailer'
import { Group, TextInput } from '@mantine/core'
import { SearchInput } from '../../../shared/ui/search-input.tsx'
import { SortSelect } from '../../../shared/ui/sort-select.tsx'
import { isReversed, type TransactionView } from '../api.ts'

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

const DAY_FLEX = { base: '1 1 8rem', sm: '0 1 11rem' }

type ListControlsProps = {
  readonly view: TransactionView
  readonly onView: (part: Partial<TransactionView>) => void
}

export const ListControls = ({ view, onView }: ListControlsProps) => (
  <Group component="search" align="flex-start" gap="sm" mb="md">
    <SearchInput
      placeholder="Order ID, card or amount"
      search={view.search}
      onSearch={(search) => onView({ search })}
    />
    <TextInput
      type="date"
      label="From"
      flex={DAY_FLEX}
      value={view.from}
      onChange={({ currentTarget }) => onView({ from: currentTarget.value })}
    />
    <TextInput
      type="date"
      label="To"
      flex={DAY_FLEX}
      value={view.to}
      error={isReversed(view) ? RANGE_REVERSED : null}
      onChange={({ currentTarget }) => onView({ to: currentTarget.value })}
    />
    <SortSelect labels={SORT_LABELS} sort={view.sort} onSort={(sort) => onView({ sort })} />
  </Group>
)
