// The filters that most lists have: some of several options, days, and amounts.
import { amountsInWords, daysInWords, type PresetName } from '../../lists/filter-range.ts'
import { AmountInputs } from './amount-inputs.tsx'
import { ChoiceInputs } from './choice-inputs.tsx'
import { DayInputs } from './day-inputs.tsx'
import type { Filter } from './filter.ts'

type Choice<Value extends string> = {
  readonly label: string
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly chosen: readonly Value[]
  readonly onChoose: (chosen: readonly Value[]) => void
}

export const choiceFilter = <Value extends string>(choice: Choice<Value>): Filter => {
  const { label, options, chosen, onChoose } = choice
  return {
    label,
    chosen: options
      .filter(({ value }) => chosen.includes(value))
      .map((option) => option.label)
      .join(' or '),
    inputs: () => <ChoiceInputs options={options} chosen={chosen} onChoose={onChoose} />,
    onClear: () => onChoose([]),
  }
}

type Days = {
  readonly label: string
  /** As in the URL. */
  readonly days: string
  readonly presets: readonly PresetName[]
  readonly onDays: (days: string) => void
}

export const daysFilter = ({ label, days, presets, onDays }: Days): Filter => ({
  label,
  chosen: days && daysInWords(days),
  inputs: (done) => <DayInputs days={days} presets={presets} onDays={onDays} onDone={done} />,
  onClear: () => onDays(''),
})

/** The amounts are as in the URL. */
export const amountFilter = (amounts: string, onAmounts: (amounts: string) => void): Filter => ({
  label: 'Amount',
  chosen: amounts && amountsInWords(amounts),
  inputs: (done) => <AmountInputs amounts={amounts} onAmounts={onAmounts} onDone={done} />,
  onClear: () => onAmounts(''),
})
