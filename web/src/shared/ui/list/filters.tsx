// The filters that most lists have: some of several options, days, and amounts.

import {
  AMOUNTS_REVERSED,
  isFilterDay,
  NOT_AN_AMOUNT,
  RANGE_REVERSED,
} from '@invoice-desk/contract/http/list-query'
import { typedCents } from '@invoice-desk/contract/values/money'
import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core'
import { type FocusEvent, type FormEvent, useState } from 'react'
import {
  amountsInWords,
  daysInWords,
  daysOf,
  type PresetName,
  presetLabel,
  type Range,
  rangeOf,
  rangeText,
  readAmounts,
  readDays,
} from '../../lists/filter-range.ts'
import { today } from '../../text/today.ts'
import { AmountInput } from '../form/amount-input.tsx'
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

type ChoiceInputsProps<Value extends string> = {
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly chosen: readonly Value[]
  readonly onChoose: (chosen: readonly Value[]) => void
}

/** Checkboxes for a filter with a few options. */
const ChoiceInputs = <Value extends string>(props: ChoiceInputsProps<Value>) => {
  const { options, chosen, onChoose } = props
  // The URL changes a moment later than the checkbox.
  const [picked, setPicked] = useState(chosen)
  const toggle = (value: Value) => {
    const others = picked.filter((each) => each !== value)
    const next = others.length < picked.length ? others : [...picked, value]
    setPicked(next)
    onChoose(next)
  }
  return (
    <Stack gap="xs">
      {options.map(({ value, label }) => (
        <Checkbox
          key={value}
          label={label}
          checked={picked.includes(value)}
          onChange={() => toggle(value)}
        />
      ))}
    </Stack>
  )
}

type DayInputsProps = {
  /** As in the URL. */
  readonly days: string
  readonly presets: readonly PresetName[]
  readonly onDays: (days: string) => void
  readonly onDone: () => void
}

/** Days to filter by: a preset, or a first and a last day. */
const DayInputs = ({ days, presets, onDays, onDone }: DayInputsProps) => {
  const [typed, setTyped] = useState(() => daysOf(days, today()))
  // While a year is being typed, its day is neither.
  const isReversed = isFilterDay(typed.from) && isFilterDay(typed.to) && typed.to < typed.from
  const change = (part: Partial<Range>) => {
    const next = { ...typed, ...part }
    setTyped(next)
    const text = rangeText(next)
    if (readDays(text) === text) onDays(text)
  }
  const choose = (preset: PresetName) => {
    setTyped(daysOf(preset, today()))
    onDays(preset)
    onDone()
  }
  return (
    <Stack gap="sm">
      <Group gap="xs">
        {presets.map((preset) => (
          <Button
            key={preset}
            size="xs"
            variant={days === preset ? 'light' : 'default'}
            aria-pressed={days === preset}
            onClick={() => choose(preset)}
          >
            {presetLabel(preset)}
          </Button>
        ))}
      </Group>
      <Group gap="xs" align="flex-start">
        <TextInput
          type="date"
          label="From"
          flex={1}
          value={typed.from}
          onChange={({ currentTarget }) => change({ from: currentTarget.value })}
        />
        <TextInput
          type="date"
          label="To"
          flex={1}
          value={typed.to}
          error={isReversed ? RANGE_REVERSED : null}
          onChange={({ currentTarget }) => change({ to: currentTarget.value })}
        />
      </Group>
    </Stack>
  )
}

type AmountInputsProps = {
  /** As in the URL. */
  readonly amounts: string
  readonly onAmounts: (amounts: string) => void
  readonly onDone: () => void
}

const problemOf = (text: string): string | null =>
  text === '' || typedCents(text) !== undefined ? null : NOT_AN_AMOUNT

/** The lowest and highest amount to filter by. */
const AmountInputs = ({ amounts, onAmounts, onDone }: AmountInputsProps) => {
  const [typed, setTyped] = useState(() => rangeOf(amounts))
  const [isSubmitted, setIsSubmitted] = useState(false)
  const text = rangeText(typed)
  const isValid = readAmounts(text) === text
  const change = (part: Partial<Range>) => {
    setIsSubmitted(false)
    setTyped((was) => ({ ...was, ...part }))
  }
  const apply = (event: FormEvent) => {
    event.preventDefault()
    setIsSubmitted(true)
    if (!isValid) return
    onAmounts(text)
    onDone()
  }
  // Also for those who go on without pressing Apply.
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (isValid && text !== amounts && !currentTarget.contains(relatedTarget)) onAmounts(text)
  }
  const lowest = problemOf(typed.from)
  const highest = problemOf(typed.to) ?? (isValid || lowest ? null : AMOUNTS_REVERSED)
  return (
    <form onSubmit={apply} onBlur={leave} noValidate>
      <Stack gap="sm">
        <Group gap="xs" align="flex-start" wrap="nowrap">
          <AmountInput
            label="At least"
            flex={1}
            min={0}
            value={typed.from}
            error={isSubmitted ? lowest : null}
            onChange={({ currentTarget }) => change({ from: currentTarget.value.trim() })}
            onReplace={(from) => change({ from })}
          />
          <AmountInput
            label="At most"
            flex={1}
            min={0}
            value={typed.to}
            error={isSubmitted ? highest : null}
            onChange={({ currentTarget }) => change({ to: currentTarget.value.trim() })}
            onReplace={(to) => change({ to })}
          />
        </Group>
        <Button type="submit" variant="default">
          Apply
        </Button>
      </Stack>
    </form>
  )
}
