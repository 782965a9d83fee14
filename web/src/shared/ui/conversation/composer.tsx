// The box that a message is written in. What was typed stays until it's sent.
import { MESSAGE_LENGTH_MAX } from '@invoice-desk/contract/limits'
import { Stack, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useRef } from 'react'
import { messageOf } from '../../api-error.ts'
import { BusyButton } from '../busy-button.tsx'
import { Notice } from '../notice.tsx'
import classes from './conversation.module.css'

type ComposerProps = {
  readonly text: string
  readonly onText: (text: string) => void
  readonly label: string
  readonly description: ReactNode
  readonly button: string
  readonly isNote?: boolean
  /** The key stays the same until the message is sent, so that a repeat adds nothing. */
  readonly onSend: (text: string, key: string) => Promise<unknown>
  readonly onError?: (error: unknown) => void
}

export const Composer = (props: ComposerProps) => {
  const { text, onText, label, description, button, isNote = false, onSend, onError } = props
  const box = useRef<HTMLTextAreaElement>(null)
  const attempt = useRef({ of: '', key: '' })
  const keyOf = (of: string): string => {
    if (attempt.current.of !== of) attempt.current = { of, key: crypto.randomUUID() }
    return attempt.current.key
  }
  const trimmed = text.trim()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => onSend(trimmed, keyOf(`${isNote} ${trimmed}`)),
    onSuccess: () => {
      attempt.current = { of: '', key: '' }
      onText('')
      box.current?.focus()
    },
    ...(onError && { onError }),
  })
  const isTooLong = trimmed.length > MESSAGE_LENGTH_MAX
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (trimmed !== '' && !isTooLong) mutate()
  }
  return (
    <form
      className={classes.composer}
      data-composer
      data-note={isNote || undefined}
      onSubmit={submit}
    >
      <Stack gap="sm" align="flex-start">
        <Textarea
          ref={box}
          w="100%"
          label={label}
          description={description}
          autosize
          minRows={2}
          maxRows={10}
          readOnly={isPending}
          value={text}
          error={isTooLong ? tooLongText(trimmed.length) : undefined}
          onChange={({ currentTarget }) => onText(currentTarget.value)}
        />
        {error && !isPending ? <Notice tone="negative">{messageOf(error)}</Notice> : null}
        <BusyButton
          type="submit"
          className={classes.send}
          variant={isNote ? 'default' : 'filled'}
          isBusy={isPending}
          announced="Sending..."
          disabled={trimmed === '' || isTooLong}
        >
          {button}
        </BusyButton>
      </Stack>
    </form>
  )
}

const number = new Intl.NumberFormat('en-US')

const tooLongText = (length: number): string =>
  `A message can have at most ${number.format(MESSAGE_LENGTH_MAX)} characters. This one has ${number.format(length)}.`
