// The invoice list with its totals, filters, and empty states.
import type { InvoiceSort } from '@invoice-desk/contract/approval/approval-invoices'
import { FilteredList, type ListProps } from '../../../shared/ui/list/filtered-list.tsx'
import type { InvoicePart } from './api.ts'
import { filtersOf } from './invoice-filters.tsx'
import { InvoiceTotals } from './invoice-totals.tsx'
import { type InvoiceView, readView } from './invoice-view.ts'
import { InvoicesTable } from './invoices-table.tsx'

export const InvoiceList = ({ list, data, view, onView }: ListProps<InvoicePart, InvoiceView>) => {
  const { rows, last } = data
  const vendors = [...new Set(rows.map(({ vendor }) => vendor))].sort()
  return (
    <FilteredList
      {...{ list, view, onView }}
      unit={['invoice', 'invoices']}
      totals={<InvoiceTotals totalAmount={last.totalAmount} byStatus={last.byStatus} />}
      placeholder="Number, vendor or email"
      sortLabels={SORT_LABELS}
      filters={filtersOf(view, onView, vendors)}
      onClear={() => onView({ ...readView(new URLSearchParams()), sort: view.sort })}
      nothing={['No invoices yet.', 'Invoices that contractors submit appear here.']}
    >
      <InvoicesTable invoices={rows} sort={view.sort} onSort={(sort) => onView({ sort })} />
    </FilteredList>
  )
}

const SORT_LABELS = {
  '-submitted': 'Submitted, newest first',
  submitted: 'Submitted, oldest first',
  due: 'Due date, earliest first',
  '-due': 'Due date, latest first',
  '-decided': 'Decided, newest first',
  decided: 'Decided, oldest first',
  '-amount': 'Amount, highest first',
  amount: 'Amount, lowest first',
  vendor: 'Vendor, A to Z',
  '-vendor': 'Vendor, Z to A',
  number: 'Invoice number, ascending',
  '-number': 'Invoice number, descending',
  status: 'Status, received first',
  '-status': 'Status, rejected first',
} as const satisfies Record<InvoiceSort, string>
