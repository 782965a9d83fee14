// Checkboxes for a filter with a few options.
import { Checkbox, Stack } from '@mantine/core'
import { useState } from 'react'

type ChoiceInputsProps<Value extends string> = {
  readonly options: readonly { readonly value: Value; readonly label: string }[]
  readonly chosen: readonly Value[]
  readonly onChoose: (chosen: readonly Value[]) => void
}

export const ChoiceInputs = <Value extends string>(props: ChoiceInputsProps<Value>) => {
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
