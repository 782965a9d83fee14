// A tax id that formats itself while it is typed, with the caret left where the typing is.
import { editTaxId, type TaxIdEdit, type TaxIdType } from '@invoice-desk/contract/tax-id'
import { TextInput, type TextInputProps } from '@mantine/core'
import { type ChangeEvent, useLayoutEffect, useReducer, useRef } from 'react'

type TaxIdInputProps = Omit<TextInputProps, 'value' | 'onChange' | 'type'> & {
  readonly taxIdType: TaxIdType
  readonly value: string
  readonly onChange: (text: string) => void
}

export const TaxIdInput = ({ taxIdType, value, onChange, ...others }: TaxIdInputProps) => {
  const input = useRef<HTMLInputElement>(null)
  const caret = useRef<number>(undefined)
  const [, redraw] = useReducer((count: number) => count + 1, 0)

  // The browser puts the caret at the end of a text that is set; this puts it back.
  useLayoutEffect(() => {
    if (caret.current === undefined) return
    input.current?.setSelectionRange(caret.current, caret.current)
    caret.current = undefined
  })

  const edit = (event: ChangeEvent<HTMLInputElement>) => {
    const { value: text, selectionStart } = event.currentTarget
    const shown = editTaxId(
      {
        before: value,
        text,
        caret: selectionStart ?? text.length,
        deleted: deletionOf(event.nativeEvent),
      },
      taxIdType,
    )
    caret.current = shown.caret
    onChange(shown.text)
    // A keystroke that changes nothing still moves the caret.
    redraw()
  }

  return (
    <TextInput
      ref={input}
      inputMode="numeric"
      autoComplete="off"
      spellCheck={false}
      value={value}
      onChange={edit}
      {...others}
    />
  )
}

const deletionOf = (event: Event): TaxIdEdit['deleted'] => {
  if (!(event instanceof InputEvent)) return undefined
  if (event.inputType === 'deleteContentBackward') return 'backward'
  return event.inputType === 'deleteContentForward' ? 'forward' : undefined
}
