// Days to filter by: a preset, or a first and a last day.
import { isFilterDay, RANGE_REVERSED } from '@invoice-desk/contract/http/list-query'
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import {
  daysOf,
  type PresetName,
  presetLabel,
  type Range,
  rangeText,
  readDays,
} from '../../lists/filter-range.ts'
import { today } from '../../text/today.ts'

type DayInputsProps = {
  /** As in the URL. */
  readonly days: string
  readonly presets: readonly PresetName[]
  readonly onDays: (days: string) => void
  readonly onDone: () => void
}

export const DayInputs = ({ days, presets, onDays, onDone }: DayInputsProps) => {
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
