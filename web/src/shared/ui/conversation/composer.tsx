// The box that a message is written in. What was typed stays until it's sent.

import { MESSAGE_LENGTH_MAX } from '@invoice-desk/contract/values/limits'
import { Stack, Textarea } from '@mantine/core'
import { useDidUpdate } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useRef } from 'react'
import { messageOf } from '../../api/api-error.ts'
import { formatCount } from '../../text/count-text.ts'
import { Notice } from '../feedback/notice.tsx'
import { BusyButton } from '../form/busy-button.tsx'
import classes from './conversation.module.css'
import type { MessageDraft } from './use-message-draft.ts'

type ComposerProps = {
  readonly draft: MessageDraft
  /** The choice of who can read it. */
  readonly audience?: (isPending: boolean) => ReactNode
  readonly label: string
  readonly description: ReactNode
  readonly button: string
  readonly isNote?: boolean
  readonly onSend: (text: string, key: string) => Promise<unknown>
  /** With `isGone`, this composer can't show the error anymore. */
  readonly onError: (error: unknown, isGone: boolean) => void
}

export const Composer = (props: ComposerProps) => {
  const { draft, audience, label, description, button, isNote = false, onSend, onError } = props
  const box = useRef<HTMLTextAreaElement>(null)
  // What they type next must not end up elsewhere.
  useDidUpdate(() => box.current?.focus(), [isNote])
  const trimmed = draft.text.trim()
  const { mutate, isPending, error } = useMutation({
    mutationFn: (message: string) => onSend(message, draft.keyOf(message)),
    onSuccess: (_sent, message) => {
      draft.finish(message)
      box.current?.focus()
    },
    onError: (failure) => onError(failure, box.current === null),
  })
  const isTooLong = trimmed.length > MESSAGE_LENGTH_MAX
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (trimmed !== '' && !isTooLong) mutate(trimmed)
  }
  return (
    <form
      className={`boxed mt-4 ${classes.composer}`}
      data-composer
      data-note={isNote || undefined}
      onSubmit={submit}
    >
      <Stack gap="sm" align="flex-start">
        {audience?.(isPending)}
        <Textarea
          ref={box}
          w="100%"
          label={label}
          description={description}
          autosize
          minRows={2}
          maxRows={10}
          readOnly={isPending}
          value={draft.text}
          error={isTooLong ? tooLongText(trimmed.length) : undefined}
          onChange={({ currentTarget }) => draft.write(currentTarget.value)}
        />
        {error && !isPending ? <Notice tone="negative">{messageOf(error)}</Notice> : null}
        <BusyButton
          type="submit"
          className="wrapping"
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

const tooLongText = (length: number): string =>
  `A message can have at most ${formatCount(MESSAGE_LENGTH_MAX)} characters. This one has ${formatCount(length)}.`
