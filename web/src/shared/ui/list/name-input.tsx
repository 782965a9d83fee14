// A whole name to filter by, with suggestions.
import { QBO_NAME_LENGTH_MAX } from '@invoice-desk/contract/values/limits'
import { Button, Stack, TextInput } from '@mantine/core'
import { type FocusEvent, type FormEvent, useId, useState } from 'react'

type NameInputProps = {
  readonly label: string
  readonly name: string
  readonly suggestions: readonly string[]
  readonly onName: (name: string) => void
  readonly onDone: () => void
}

export const NameInput = ({ label, name, suggestions, onName, onDone }: NameInputProps) => {
  const [typed, setTyped] = useState(name)
  const listId = useId()
  const apply = (event: FormEvent) => {
    event.preventDefault()
    onName(typed.trim())
    onDone()
  }
  // Also for those who go on without pressing Apply.
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (typed.trim() !== name && !currentTarget.contains(relatedTarget)) onName(typed.trim())
  }
  return (
    <form onSubmit={apply} onBlur={leave}>
      <Stack gap="sm">
        <TextInput
          label={label}
          description="Enter the full name. To match part of a name, use search."
          list={listId}
          autoComplete="off"
          maxLength={QBO_NAME_LENGTH_MAX}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <datalist id={listId}>
          {suggestions.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
        <Button type="submit" variant="default">
          Apply
        </Button>
      </Stack>
    </form>
  )
}
