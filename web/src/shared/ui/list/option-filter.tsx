// A filter with one of several options.
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { Filter } from './filter.ts'

type OptionFilterProps = {
  readonly label: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  /** Empty for any. */
  readonly value: string
  readonly onValue: (value: string) => void
}

export const optionFilter = (props: OptionFilterProps): Filter => ({
  label: props.label,
  chosen: props.options.find(({ value }) => value === props.value)?.label ?? '',
  inputs: () => <OptionInput {...props} />,
  onClear: () => props.onValue(''),
})

const OptionInput = ({ label, options, value, onValue }: OptionFilterProps) => {
  // The URL changes a moment later than the select.
  const [picked, setPicked] = useState(value)
  return (
    <NativeSelect
      aria-label={label}
      data={[{ value: '', label: 'Any' }, ...options]}
      value={picked}
      onChange={({ currentTarget }) => {
        setPicked(currentTarget.value)
        onValue(currentTarget.value)
      }}
    />
  )
}
