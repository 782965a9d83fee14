// The filters of the invoice list.
import { ALL_STATUSES, BILL_STATUSES } from '@invoice-desk/contract/bill-status'
import {
  amountsInWords,
  DUE_PRESETS,
  daysInWords,
  PAST_PRESETS,
  type PresetName,
} from '../../../shared/filter-range.ts'
import { AmountInputs } from '../../../shared/ui/list/amount-inputs.tsx'
import { ChoiceInputs } from '../../../shared/ui/list/choice-inputs.tsx'
import { DayInputs } from '../../../shared/ui/list/day-inputs.tsx'
import type { Filter } from '../../../shared/ui/list/filter.ts'
import { NameInput } from '../../../shared/ui/list/name-input.tsx'
import { type InvoiceView, statusesOf } from './invoice-view.ts'

type OnView = (part: Partial<InvoiceView>) => void

const STATUS_OPTIONS = ALL_STATUSES.map((value) => ({ value, label: BILL_STATUSES[value].label }))

const ATTENTION_OPTIONS = [{ value: 'quickbooks', label: 'QuickBooks refused the bill' }] as const

export const filtersOf = (
  view: InvoiceView,
  onView: OnView,
  vendors: readonly string[],
): readonly Filter[] => [
  {
    label: 'Status',
    chosen: statusesOf(view)
      .map((status) => BILL_STATUSES[status].label)
      .join(', '),
    inputs: () => (
      <ChoiceInputs
        options={STATUS_OPTIONS}
        chosen={statusesOf(view)}
        onChoose={(chosen) => onView({ status: chosen.join(',') })}
      />
    ),
    onClear: () => onView({ status: '' }),
  },
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
  daysFilter('Due', 'due', DUE_PRESETS, view, onView),
  daysFilter('Submitted', 'submitted', PAST_PRESETS, view, onView),
  daysFilter('Decided', 'decided', PAST_PRESETS, view, onView),
  {
    label: 'Amount',
    chosen: view.amount && amountsInWords(view.amount),
    inputs: (done) => (
      <AmountInputs
        amounts={view.amount}
        onAmounts={(amount) => onView({ amount })}
        onDone={done}
      />
    ),
    onClear: () => onView({ amount: '' }),
  },
  {
    label: 'QuickBooks',
    chosen: view.attention && 'bill refused',
    inputs: () => (
      <ChoiceInputs
        options={ATTENTION_OPTIONS}
        chosen={view.attention ? [view.attention] : []}
        onChoose={(chosen) => onView({ attention: chosen[0] ?? '' })}
      />
    ),
    onClear: () => onView({ attention: '' }),
  },
]

const daysFilter = (
  label: string,
  name: 'due' | 'submitted' | 'decided',
  presets: readonly PresetName[],
  view: InvoiceView,
  onView: OnView,
): Filter => ({
  label,
  chosen: view[name] && daysInWords(view[name]),
  inputs: (done) => (
    <DayInputs
      days={view[name]}
      presets={presets}
      onDays={(days) => onView({ [name]: days })}
      onDone={done}
    />
  ),
  onClear: () => onView({ [name]: '' }),
})
