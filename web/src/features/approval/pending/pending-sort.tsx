// Sorts the pending invoices on phones.
import { SortSelect } from '../../../shared/ui/table/sort-select.tsx'
import type { PendingView } from '../api.ts'
import { orderFrom, type SortOrder, sortOf } from './sorting.ts'

const LABELS: Readonly<Record<SortOrder, string>> = {
  submitted: 'Submitted, oldest first',
  '-submitted': 'Submitted, newest first',
  due: 'Due date, earliest first',
  '-due': 'Due date, latest first',
  '-amount': 'Amount, highest first',
  amount: 'Amount, lowest first',
  vendor: 'Vendor, A to Z',
  '-vendor': 'Vendor, Z to A',
}

type PendingSortProps = {
  readonly view: PendingView
  readonly onView: (part: Partial<PendingView>) => void
}

export const PendingSort = ({ view, onView }: PendingSortProps) => (
  <SortSelect
    labels={LABELS}
    isLabelHidden
    sort={sortOf(view)}
    onSort={(sort) => onView(orderFrom(sort))}
  />
)
