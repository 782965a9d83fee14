// The sort orders of the pending invoices: `due` or, descending, `-due`.
import type { PendingView } from '../api.ts'

type Sort = PendingView['sort']
export type SortOrder = Sort | `-${Sort}`

export const sortOf = ({ sort, order }: PendingView): SortOrder =>
  order === 'desc' ? `-${sort}` : sort

export const orderFrom = (sort: SortOrder): Pick<PendingView, 'sort' | 'order'> => ({
  sort: sort.replace('-', '') as Sort,
  order: sort.startsWith('-') ? 'desc' : 'asc',
})
