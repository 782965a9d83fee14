// A tax ID input that formats the number while it's typed and keeps the caret in place.
import {
  editTaxId,
  TAX_ID_LENGTH_MAX,
  type TaxIdEdit,
  type TaxIdType,
} from '@invoice-desk/contract/values/tax-id'
import { TextInput, type TextInputProps } from '@mantine/core'
import { type ChangeEvent, type ClipboardEvent, useLayoutEffect, useReducer, useRef } from 'react'

type TaxIdInputProps = Omit<TextInputProps, 'value' | 'onChange' | 'type'> & {
  readonly taxIdType: TaxIdType
  readonly value: string
  readonly onChange: (text: string) => void
}

export const TaxIdInput = ({ taxIdType, value, onChange, ...others }: TaxIdInputProps) => {
  const input = useRef<HTMLInputElement>(null)
  const caret = useRef<number>(undefined)
  const [, redraw] = useReducer((count: number) => count + 1, 0)

  // Setting the value moves the caret to the end, so restore it.
  useLayoutEffect(() => {
    if (caret.current === undefined) return
    input.current?.setSelectionRange(caret.current, caret.current)
    caret.current = undefined
  })

  const applyEdit = (change: Omit<TaxIdEdit, 'before'>) => {
    const shown = editTaxId({ before: value, ...change }, taxIdType)
    caret.current = shown.caret
    onChange(shown.text)
    // A keystroke that doesn't change the value still moves the caret.
    redraw()
  }

  const edit = ({ currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const { value: text, selectionStart } = currentTarget
    applyEdit({ text, caret: selectionStart ?? text.length, deleted: deletionOf(nativeEvent) })
  }

  // We handle pasting ourselves, to remove spaces and letters before the browser applies the maximum length.
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    event.preventDefault()
    const { selectionStart, selectionEnd } = event.currentTarget
    const start = value.slice(0, selectionStart ?? 0) + event.clipboardData.getData('text')
    applyEdit({ text: start + value.slice(selectionEnd ?? value.length), caret: start.length })
  }

  return (
    <TextInput
      ref={input}
      inputMode="numeric"
      autoComplete="off"
      spellCheck={false}
      maxLength={TAX_ID_LENGTH_MAX[taxIdType]}
      value={value}
      onChange={edit}
      onPaste={paste}
      {...others}
    />
  )
}

const deletionOf = (event: Event): TaxIdEdit['deleted'] => {
  if (!(event instanceof InputEvent)) return undefined
  if (event.inputType === 'deleteContentBackward') return 'backward'
  return event.inputType === 'deleteContentForward' ? 'forward' : undefined
}
