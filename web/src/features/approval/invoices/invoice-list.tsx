// The invoice list with its totals, filters, and empty states.
import type { InvoiceSort } from '@invoice-desk/contract/approval/approval-invoices'
import { ALL_STATUSES, BILL_STATUSES } from '@invoice-desk/contract/bills/bill-status'
import { DUE_PRESETS, PAST_PRESETS, type PresetName } from '../../../shared/lists/filter-range.ts'
import type { Filter } from '../../../shared/ui/list/filter.ts'
import { FilteredList, type ListProps } from '../../../shared/ui/list/filtered-list.tsx'
import { amountFilter, choiceFilter, daysFilter } from '../../../shared/ui/list/filters.tsx'
import { NameInput } from '../../../shared/ui/list/name-input.tsx'
import { Totals } from '../../../shared/ui/list/totals.tsx'
import { StatusMark } from '../../../shared/ui/status-chip.tsx'
import { type InvoicePart, type InvoiceView, readView, statusesOf } from './api.ts'
import { InvoicesTable } from './invoices-table.tsx'

export const InvoiceList = ({ list, data, view, onView }: ListProps<InvoicePart, InvoiceView>) => {
  const { rows, last } = data
  const vendors = [...new Set(rows.map(({ vendor }) => vendor))].sort()
  return (
    <FilteredList
      {...{ list, view, onView }}
      unit={['invoice', 'invoices']}
      totals={
        <Totals
          amount={last.totalAmount}
          unit={['invoice', 'invoices']}
          parts={last.byStatus.map(({ status, ...total }) => ({
            ...total,
            label: BILL_STATUSES[status].label,
            color: `var(--${status.replaceAll('_', '-')}-dot)`,
            mark: <StatusMark status={status} />,
          }))}
        />
      }
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

type OnView = (part: Partial<InvoiceView>) => void

const STATUS_OPTIONS = ALL_STATUSES.map((value) => ({ value, label: BILL_STATUSES[value].label }))

const ATTENTION_OPTIONS = [{ value: 'quickbooks', label: 'Bill refused' }] as const

const filtersOf = (
  view: InvoiceView,
  onView: OnView,
  vendors: readonly string[],
): readonly Filter[] => {
  const days = (
    label: string,
    name: 'due' | 'submitted' | 'decided' | 'paid',
    presets: readonly PresetName[],
  ) =>
    daysFilter({ label, days: view[name], presets, onDays: (chosen) => onView({ [name]: chosen }) })
  return [
    choiceFilter({
      label: 'Status',
      options: STATUS_OPTIONS,
      chosen: statusesOf(view),
      onChoose: (chosen) => onView({ status: chosen.join(',') }),
    }),
    {
      label: 'Vendor',
      chosen: view.vendor,
      inputs: (done) => (
        <NameInput
          label="Vendor"
          name={view.vendor}
          suggestions={vendors}
          onName={(vendor) => onView({ vendor })}
          onDone={done}
        />
      ),
      onClear: () => onView({ vendor: '' }),
    },
    days('Due', 'due', DUE_PRESETS),
    days('Submitted', 'submitted', PAST_PRESETS),
    days('Decided', 'decided', PAST_PRESETS),
    days('Paid', 'paid', PAST_PRESETS),
    amountFilter(view.amount, (amount) => onView({ amount })),
    choiceFilter({
      label: 'QuickBooks',
      options: ATTENTION_OPTIONS,
      chosen: view.attention ? [view.attention] : [],
      onChoose: (chosen) => onView({ attention: chosen[0] ?? '' }),
    }),
  ]
}
