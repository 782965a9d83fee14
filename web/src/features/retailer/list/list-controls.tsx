// The list's search and filters, and on a phone its sort order.
import {
  RANGE_REVERSED,
  TRANSACTION_SORTS,
  type TransactionSort,
} from '@invoice-desk/contract/retailer'
import { NativeSelect, TextInput } from '@mantine/core'
import { SearchInput } from '../../../shared/ui/search-input.tsx'
import { isReversed, type TransactionView } from '../api.ts'
import classes from './list-controls.module.css'

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
  <search className={classes.controls}>
    <SearchInput
      placeholder="Order ID, card or amount"
      className={classes.search}
      search={view.search}
      onSearch={(search) => onView({ search })}
    />
    <TextInput
      type="date"
      label="From"
      className={classes.day}
      value={view.from}
      onChange={({ currentTarget }) => onView({ from: currentTarget.value })}
    />
    <TextInput
      type="date"
      label="To"
      className={classes.day}
      value={view.to}
      error={isReversed(view) ? RANGE_REVERSED : null}
      onChange={({ currentTarget }) => onView({ to: currentTarget.value })}
    />
    <NativeSelect
      label="Sort by"
      className={classes.sort}
      data={TRANSACTION_SORTS.map((value) => ({ value, label: SORT_LABELS[value] }))}
      value={view.sort}
      onChange={({ currentTarget }) => {
        const chosen = TRANSACTION_SORTS.find((each) => each === currentTarget.value)
        if (chosen) onView({ sort: chosen })
      }}
    />
  </search>
)
