// A field for dollars and cents: takes `$1,250.00` when pasted, and scrolling over it changes nothing.
import { centsToText, parseCents } from '@invoice-desk/contract/money'
import { TextInput, type TextInputProps } from '@mantine/core'
import type { ClipboardEvent, WheelEvent } from 'react'
import classes from './amount-input.module.css'

type AmountInputProps = Omit<
  TextInputProps,
  'type' | 'inputMode' | 'step' | 'onPaste' | 'onWheel'
> & {
  /** The amount as plain text, in place of whatever was typed. */
  readonly onPasteAmount: (text: string) => void
}

export const AmountInput = ({ onPasteAmount, ...props }: AmountInputProps) => {
  /** It comes like this from many an invoice, and a number field alone would take none of it. */
  const paste = (event: ClipboardEvent) => {
    const cents = parseCents(event.clipboardData.getData('text'))
    if (cents === undefined || props.readOnly) return
    event.preventDefault()
    onPasteAmount(centsToText(cents))
  }
  return (
    <TextInput
      placeholder="0.00"
      autoComplete="off"
      leftSection={<span aria-hidden="true">$</span>}
      {...props}
      type="number"
      inputMode="decimal"
      step="0.01"
      classNames={{ input: classes.input }}
      onPaste={paste}
      onWheel={leaveToPage}
    />
  )
}

/** Scrolling over a number field would otherwise change the amount unnoticed. */
const leaveToPage = ({ currentTarget }: WheelEvent<HTMLInputElement>) => currentTarget.blur()
