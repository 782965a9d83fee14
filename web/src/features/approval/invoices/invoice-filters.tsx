// The filters of the invoice list.
import { ALL_STATUSES, BILL_STATUSES } from '@invoice-desk/contract/bills/bill-status'
import { DUE_PRESETS, PAST_PRESETS, type PresetName } from '../../../shared/lists/filter-range.ts'
import type { Filter } from '../../../shared/ui/list/filter.ts'
import { amountFilter, choiceFilter, daysFilter } from '../../../shared/ui/list/filters.tsx'
import { NameInput } from '../../../shared/ui/list/name-input.tsx'
import { type InvoiceView, statusesOf } from './invoice-view.ts'

type OnView = (part: Partial<InvoiceView>) => void

const STATUS_OPTIONS = ALL_STATUSES.map((value) => ({ value, label: BILL_STATUSES[value].label }))

const ATTENTION_OPTIONS = [{ value: 'quickbooks', label: 'Bill refused' }] as const

export const filtersOf = (
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
