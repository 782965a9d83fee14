// The list of all invoices: its filters and sort order, as in the URL, and the calls.
import {
  exportInvoices,
  INVOICE_SORTS,
  type InvoiceSort,
  type ListedInvoice,
  listInvoices,
  type StatusTotal,
} from '@invoice-desk/contract/approval/approval-invoices'
import {
  ALL_STATUSES,
  type BillStatus,
  PENDING_STATUSES,
} from '@invoice-desk/contract/bills/bill-status'
import { QBO_NAME_LENGTH_MAX } from '@invoice-desk/contract/values/limits'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '../../../shared/api/api.ts'
import { download } from '../../../shared/api/download.ts'
import { chosenOf, rangeFields, readAmounts, readDays } from '../../../shared/lists/filter-range.ts'
import { PAGE_SIZE, type Part } from '../../../shared/lists/infinite-list.ts'
import { pagedQueryOptions } from '../../../shared/lists/use-infinite-list.ts'
import { givenIn } from '../../../shared/lists/use-url-filters.ts'
import { today } from '../../../shared/text/today.ts'
import { APPROVAL } from '../api.ts'

export type InvoicePart = Part<ListedInvoice> & {
  readonly totalAmount: number
  readonly byStatus: readonly StatusTotal[]
}

export const invoicesQuery = (view: InvoiceView) => {
  const filter = filterOf(view, today())
  return infiniteQueryOptions({
    ...pagedQueryOptions,
    queryKey: [...APPROVAL, 'invoices', filter],
    queryFn: async ({ pageParam: page, signal }): Promise<InvoicePart> => {
      const query = { ...filter, page, pageSize: PAGE_SIZE }
      const { invoices, ...totals } = await call(listInvoices, { query, signal })
      return { rows: invoices, ...totals }
    },
  })
}

export const downloadInvoices = (view: InvoiceView): Promise<Blob> =>
  download(exportInvoices, filterOf(view, today()))

/** Empty texts don't filter. Days and amounts are ranges (`filter-range.ts`). */
export type InvoiceView = {
  readonly search: string
  /** Separated by commas. */
  readonly status: string
  readonly vendor: string
  readonly due: string
  readonly submitted: string
  readonly decided: string
  readonly paid: string
  readonly amount: string
  readonly attention: '' | 'quickbooks'
  readonly sort: InvoiceSort
}

export const readView = (params: URLSearchParams): InvoiceView => {
  const textOf = (name: string) => (params.get(name) ?? '').trim()
  return {
    search: textOf('search').slice(0, 200),
    status: chosenOf(ALL_STATUSES, textOf('status')).join(','),
    vendor: textOf('vendor').slice(0, QBO_NAME_LENGTH_MAX),
    due: readDays(textOf('due')),
    submitted: readDays(textOf('submitted')),
    decided: readDays(textOf('decided')),
    paid: readDays(textOf('paid')),
    amount: readAmounts(textOf('amount')),
    attention: textOf('attention') === 'quickbooks' ? 'quickbooks' : '',
    sort: INVOICE_SORTS.find((sort) => sort === params.get('sort')) ?? '-submitted',
  }
}

export const statusesOf = ({ status }: InvoiceView): BillStatus[] => chosenOf(ALL_STATUSES, status)

/** What the server is asked for. */
const filterOf = (view: InvoiceView, today: string) => {
  const { due, submitted, decided, paid, amount, ...rest } = view
  return givenIn({
    ...rest,
    ...rangeFields('due', due, today),
    ...rangeFields('submitted', submitted, today),
    ...rangeFields('decided', decided, today),
    ...rangeFields('paid', paid, today),
    ...rangeFields('amount', amount, today),
  })
}

/** The views that everyone has. */
export const BUILT_IN_VIEWS = [
  { name: 'All', query: '' },
  { name: 'Waiting', query: `status=${PENDING_STATUSES.join(',')}` },
  { name: 'Approved, not paid', query: 'status=approved' },
  {
    name: 'Due this week',
    query: `status=${[...PENDING_STATUSES, 'approved'].join(',')}&due=this-week`,
  },
  { name: '$1,000 or more', query: 'amount=1000..' },
  { name: 'Changes requested', query: 'status=changes_requested' },
  { name: 'Rejected', query: 'status=rejected' },
] as const
