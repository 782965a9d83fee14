// The filters and sort order of the invoice list, kept in the URL.
import { INVOICE_SORTS, type InvoiceSort } from '@invoice-desk/contract/approval/approval-invoices'
import {
  ALL_STATUSES,
  type BillStatus,
  PENDING_STATUSES,
} from '@invoice-desk/contract/bills/bill-status'
import { QBO_NAME_LENGTH_MAX } from '@invoice-desk/contract/values/limits'
import { chosenOf, rangeFields, readAmounts, readDays } from '../../../shared/lists/filter-range.ts'
import { givenIn } from '../../../shared/lists/use-url-filters.ts'

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
export const filterOf = (view: InvoiceView, today: string) => {
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
