// A filter with one of several options.
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'

type OptionInputProps = {
  readonly label: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  /** Empty for the option `Any`. */
  readonly value: string
  readonly onValue: (value: string) => void
}

export const OptionInput = ({ label, options, value, onValue }: OptionInputProps) => {
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
