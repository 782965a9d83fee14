// The sort orders of the pending invoices, as phones offer them.
import type { PendingView } from '../api.ts'

type Sort = PendingView['sort']
export type SortOrder = Sort | `-${Sort}`

export const SORT_LABELS: Readonly<Record<SortOrder, string>> = {
  submitted: 'Submitted, oldest first',
  '-submitted': 'Submitted, newest first',
  due: 'Due date, earliest first',
  '-due': 'Due date, latest first',
  '-amount': 'Amount, highest first',
  amount: 'Amount, lowest first',
  vendor: 'Vendor, A to Z',
  '-vendor': 'Vendor, Z to A',
}

export const sortOf = ({ sort, order }: PendingView): SortOrder =>
  order === 'desc' ? `-${sort}` : sort

export const orderFrom = (sort: SortOrder): Pick<PendingView, 'sort' | 'order'> => ({
  sort: sort.replace('-', '') as Sort,
  order: sort.startsWith('-') ? 'desc' : 'asc',
})
