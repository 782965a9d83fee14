// The filters and sort order of the invoice list, kept in the URL.
import {
  type exportInvoices,
  INVOICE_SORTS,
  type InvoiceSort,
} from '@invoice-desk/contract/approval-invoices'
import { ALL_STATUSES, type BillStatus, PENDING_STATUSES } from '@invoice-desk/contract/bill-status'
import { QBO_NAME_LENGTH_MAX } from '@invoice-desk/contract/limits'
import type { CallInput } from '../../../shared/api.ts'
import { daysOf, rangeOf, readAmounts, readDays } from '../../../shared/filter-range.ts'
import { useAddressView, writeView } from '../../../shared/use-address-view.ts'

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
  const statuses = textOf('status').split(',')
  return {
    search: textOf('search').slice(0, 200),
    status: ALL_STATUSES.filter((status) => statuses.includes(status)).join(','),
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

export const useInvoiceView = () => useAddressView(readView)

export const statusesOf = ({ status }: InvoiceView): BillStatus[] =>
  ALL_STATUSES.filter((each) => status.split(',').includes(each))

/** The same for every query that shows the same list. */
export const queryOf = (view: InvoiceView): string =>
  new URLSearchParams(writeView(view, readView)).toString()

export const normalizeQuery = (query: string): string =>
  queryOf(readView(new URLSearchParams(query)))

/** What the server is asked for. */
export const filterOf = (view: InvoiceView, today: string) => {
  const [due, submitted] = [daysOf(view.due, today), daysOf(view.submitted, today)]
  const [decided, paid] = [daysOf(view.decided, today), daysOf(view.paid, today)]
  const amount = rangeOf(view.amount)
  const filter = {
    ...{ search: view.search, status: view.status, vendor: view.vendor, sort: view.sort },
    ...{ dueFrom: due.from, dueTo: due.to },
    ...{ submittedFrom: submitted.from, submittedTo: submitted.to },
    ...{ decidedFrom: decided.from, decidedTo: decided.to },
    ...{ paidFrom: paid.from, paidTo: paid.to },
    ...{ amountFrom: amount.from, amountTo: amount.to, attention: view.attention },
  }
  const given = Object.entries(filter).filter(([, value]) => value !== '')
  return Object.fromEntries(given) as CallInput<typeof exportInvoices, 'query'>
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
  { name: 'Rejected', query: 'status=rejected' },
] as const
