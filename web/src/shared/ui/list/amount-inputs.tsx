// The lowest and highest amount to filter by.
import { AMOUNTS_REVERSED, NOT_AN_AMOUNT } from '@invoice-desk/contract/http/list-query'
import { typedCents } from '@invoice-desk/contract/values/money'
import { Button, Group, Stack } from '@mantine/core'
import { type FocusEvent, type FormEvent, useState } from 'react'
import { type Range, rangeOf, rangeText, readAmounts } from '../../lists/filter-range.ts'
import { AmountInput } from '../form/amount-input.tsx'

type AmountInputsProps = {
  /** As in the URL. */
  readonly amounts: string
  readonly onAmounts: (amounts: string) => void
  readonly onDone: () => void
}

const problemOf = (text: string): string | null =>
  text === '' || typedCents(text) !== undefined ? null : NOT_AN_AMOUNT

export const AmountInputs = ({ amounts, onAmounts, onDone }: AmountInputsProps) => {
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
