// The invoice list with its totals, filters, and empty states.
import type { InvoiceSort } from '@invoice-desk/contract/approval-invoices'
import { Button } from '@mantine/core'
import { EmptyState } from '../../../shared/ui/empty-state.tsx'
import { EndlessList } from '../../../shared/ui/endless-list.tsx'
import { FilterBar } from '../../../shared/ui/list/filter-bar.tsx'
import { SearchInput } from '../../../shared/ui/search-input.tsx'
import { SortSelect } from '../../../shared/ui/sort-select.tsx'
import type { Endless } from '../../../shared/use-endless.ts'
import type { InvoicePart } from './api.ts'
import { filtersOf } from './invoice-filters.tsx'
import { InvoiceTotals } from './invoice-totals.tsx'
import { type InvoiceView, queryOf, readView } from './invoice-view.ts'
import { InvoicesTable } from './invoices-table.tsx'

type InvoiceListProps = {
  readonly list: Endless<InvoicePart>
  readonly data: NonNullable<Endless<InvoicePart>['data']>
  readonly view: InvoiceView
  readonly onView: (part: Partial<InvoiceView>) => void
}

export const InvoiceList = ({ list, data, view, onView }: InvoiceListProps) => {
  const { rows, total, last } = data
  const clearAll = () => onView({ ...readView(new URLSearchParams()), sort: view.sort })
  if (total === 0 && queryOf(view) === '' && !list.isStale)
    return (
      <EmptyState title="No invoices yet.">
        <p>Invoices that contractors submit appear here.</p>
      </EmptyState>
    )
  const vendors = [...new Set(rows.map(({ vendor }) => vendor))].sort()
  return (
    <>
      <InvoiceTotals totalAmount={last.totalAmount} byStatus={last.byStatus} />
      <FilterBar unit="invoices" filters={filtersOf(view, onView, vendors)} onClearAll={clearAll}>
        <SearchInput
          placeholder="Number, vendor or email"
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
      <EndlessList list={list} unit={['invoice', 'invoices']}>
        {rows.length === 0 ? (
          <EmptyState title="No invoices match these filters.">
            <Button variant="default" mt="sm" onClick={clearAll}>
              Clear filters
            </Button>
          </EmptyState>
        ) : (
          <InvoicesTable invoices={rows} sort={view.sort} onSort={(sort) => onView({ sort })} />
        )}
      </EndlessList>
    </>
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
