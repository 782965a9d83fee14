// What someone should look at, and where they say what they did about it.
import { REASON_LENGTH_MAX } from '@invoice-desk/contract/limits'
import type { PaymentAttemptDetails } from '@invoice-desk/contract/payments-admin'
import { Button, Checkbox, Group, Stack, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, messageOf } from '../../../shared/api-error.ts'
import { showToast } from '../../../shared/toasts.ts'
import { BusyButton } from '../../../shared/ui/busy-button.tsx'
import { Notice } from '../../../shared/ui/notice.tsx'
import { resolveMutation } from './api.ts'
import { PROVIDER_LABELS } from './states.ts'

export const ResolveForm = ({ attempt }: { attempt: PaymentAttemptDetails }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <Notice
      tone="warning"
      title="This needs a look"
      action={
        isOpen ? null : (
          <Button variant="default" onClick={() => setOpen(true)}>
            Mark as resolved
          </Button>
        )
      }
    >
      <p>{attempt.review}</p>
      {isOpen ? <NoteForm attempt={attempt} onCancel={() => setOpen(false)} /> : null}
    </Notice>
  )
}

type NoteFormProps = { readonly attempt: PaymentAttemptDetails; readonly onCancel: () => void }

const NoteForm = ({ attempt, onCancel }: NoteFormProps) => {
  const [note, setNote] = useState('')
  const [isLookedUp, setLookedUp] = useState(false)
  const resolve = useMutation(resolveMutation(useQueryClient()))
  const isUnanswered = resolve.error instanceof ApiError && resolve.error.is('attempt_unanswered')
  const isEmpty = note.trim() === ''
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (isEmpty || resolve.isPending) return
        resolve.mutate(
          { id: attempt.id, note: note.trim(), ...(isLookedUp && { lookedUp: true }) },
          {
            onSuccess: () => showToast('success', 'Marked as resolved.'),
            onError: (error) => showToast('error', messageOf(error)),
          },
        )
      }}
    >
      <Stack gap="sm" mt="xs">
        <Textarea
          label="What was done"
          description={
            attempt.state === 'needs_review'
              ? 'This ends the payment here and frees its invoices. Money and books stay as they are.'
              : 'This is kept in the history. Money and books stay as they are.'
          }
          required
          autosize
          minRows={2}
          maxLength={REASON_LENGTH_MAX}
          autoFocus
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
        {isUnanswered || isLookedUp ? (
          <Checkbox
            label={`I looked this payment up at ${PROVIDER_LABELS[attempt.method]}. No money was taken.`}
            checked={isLookedUp}
            onChange={({ currentTarget }) => setLookedUp(currentTarget.checked)}
          />
        ) : null}
        <Group gap="sm">
          <BusyButton
            type="submit"
            isBusy={resolve.isPending}
            announced="Saving..."
            disabled={isEmpty}
          >
            Mark as resolved
          </BusyButton>
          <Button variant="default" disabled={resolve.isPending} onClick={onCancel}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
