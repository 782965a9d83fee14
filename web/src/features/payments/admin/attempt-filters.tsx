// The filters of the payments list.

import { ATTEMPT_STATES, STATE_LABELS } from '@invoice-desk/contract/payments/admin'
import {
  PAYMENT_METHOD_IDS,
  PAYMENT_METHODS,
} from '@invoice-desk/contract/payments/payment-methods'
import { Button, Group } from '@mantine/core'
import { PAST_PRESETS } from '../../../shared/lists/filter-range.ts'
import type { Filter } from '../../../shared/ui/list/filter.ts'
import { amountFilter, choiceFilter, daysFilter } from '../../../shared/ui/list/filters.tsx'
import { type AttemptsView, methodsOf, statesOf, VIEW_LABELS } from './attempt-view.ts'

type OnView = (part: Partial<AttemptsView>) => void

const STATE_OPTIONS = ATTEMPT_STATES.map((value) => ({
  value,
  label: value === 'booked' ? `${STATE_LABELS.booked}, or settled manually` : STATE_LABELS[value],
}))
const METHOD_OPTIONS = PAYMENT_METHOD_IDS.map((value) => ({
  value,
  label: PAYMENT_METHODS[value].label,
}))
const REFUND_OPTIONS = [{ value: 'yes', label: 'In part or in full' }] as const

export const filtersOf = (view: AttemptsView, onView: OnView): readonly Filter[] => [
  {
    label: 'Progress',
    chosen: view.view === 'all' ? '' : VIEW_LABELS[view.view].toLowerCase(),
    inputs: (done) => <ViewInputs view={view} onView={onView} onDone={done} />,
    onClear: () => onView({ view: 'all' }),
  },
  choiceFilter({
    label: 'Status',
    options: STATE_OPTIONS,
    chosen: statesOf(view),
    onChoose: (chosen) => onView({ state: chosen.join(',') }),
  }),
  choiceFilter({
    label: 'Method',
    options: METHOD_OPTIONS,
    chosen: methodsOf(view),
    onChoose: (chosen) => onView({ method: chosen.join(',') }),
  }),
  daysFilter({
    label: 'Received',
    days: view.received,
    presets: PAST_PRESETS,
    onDays: (received) => onView({ received }),
  }),
  daysFilter({
    label: 'Started',
    days: view.started,
    presets: PAST_PRESETS,
    onDays: (started) => onView({ started }),
  }),
  amountFilter(view.amount, (amount) => onView({ amount })),
  choiceFilter({
    label: 'Refunded',
    options: REFUND_OPTIONS,
    chosen: view.refunded ? [view.refunded] : [],
    onChoose: (chosen) => onView({ refunded: chosen[0] ?? '' }),
  }),
]

type ViewInputsProps = {
  readonly view: AttemptsView
  readonly onView: OnView
  readonly onDone: () => void
}

/** One of them at most. */
const ViewInputs = ({ view, onView, onDone }: ViewInputsProps) => (
  <Group gap="xs">
    {(['open', 'review'] as const).map((each) => (
      <Button
        key={each}
        size="xs"
        variant={view.view === each ? 'light' : 'default'}
        aria-pressed={view.view === each}
        onClick={() => {
          onView({ view: view.view === each ? 'all' : each })
          onDone()
        }}
      >
        {VIEW_LABELS[each]}
      </Button>
    ))}
  </Group>
)
