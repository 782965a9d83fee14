// A dollar field that accepts `$1,250.00` typed or pasted; the arrow keys change it by a cent.
import { centsOf, centsToText, typedCents } from '@invoice-desk/contract/values/money'
import { TextInput, type TextInputProps } from '@mantine/core'
import type { ClipboardEvent, KeyboardEvent } from 'react'

type AmountInputProps = Omit<
  TextInputProps,
  'type' | 'inputMode' | 'step' | 'role' | 'onPaste' | 'onKeyDown' | 'value' | 'min' | 'max'
> & {
  readonly value?: string
  readonly min: number
  readonly max?: number
  /** Replaces the typed text with the plain amount. */
  readonly onReplace: (text: string) => void
}

const STEPS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 }

// Not type="number": browsers reject `1,250.00` there, or silently read `1,50` as 150.
export const AmountInput = ({ onReplace, value = '', min, max, ...props }: AmountInputProps) => {
  const cents = typedCents(value)
  const paste = (event: ClipboardEvent) => {
    const pasted = typedCents(event.clipboardData.getData('text'))
    if (pasted === undefined || props.readOnly) return
    event.preventDefault()
    onReplace(centsToText(pasted))
  }
  const step = (event: KeyboardEvent) => {
    const by = STEPS[event.key]
    if (by === undefined || props.readOnly) return
    event.preventDefault()
    const highest = max === undefined ? Number.POSITIVE_INFINITY : centsOf(max)
    const next = Math.max(centsOf(min), (cents ?? 0) + by)
    onReplace(centsToText(Math.min(highest, next)))
  }
  return (
    <TextInput
      placeholder="0.00"
      autoComplete="off"
      leftSection={<span aria-hidden="true">$</span>}
      {...props}
      {...{ value, min, max }}
      inputMode="decimal"
      step="0.01"
      role="spinbutton"
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuenow={cents === undefined ? undefined : cents / 100}
      onPaste={paste}
      onKeyDown={step}
    />
  )
}
