// Says why a payment needs review, and lets staff mark it as resolved with a note.
import { REASON_LENGTH_MAX } from '@invoice-desk/contract/limits'
import { PAYMENT_METHODS } from '@invoice-desk/contract/payment-methods'
import type { PaymentAttemptDetails } from '@invoice-desk/contract/payments-admin'
import { Button, Checkbox, Group, Stack, Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError, messageOf } from '../../../shared/api-error.ts'
import { showToast } from '../../../shared/toasts.ts'
import { BusyButton } from '../../../shared/ui/busy-button.tsx'
import { Notice } from '../../../shared/ui/notice.tsx'
import { resolveMutation } from './api.ts'

export const ResolveForm = ({ attempt }: { attempt: PaymentAttemptDetails }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <Notice
      tone="warning"
      title="Needs review"
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
  const [isCheckedByHand, setCheckedByHand] = useState(false)
  const resolve = useMutation(resolveMutation(useQueryClient()))
  const isUnanswered = resolve.error instanceof ApiError && resolve.error.is('attempt_unanswered')
  const isEmpty = note.trim() === ''
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (isEmpty || resolve.isPending) return
        resolve.mutate(
          { id: attempt.id, note: note.trim(), ...(isCheckedByHand && { lookedUp: true }) },
          {
            onSuccess: () => showToast('success', 'Marked as resolved.'),
            onError: (error) => showToast('error', messageOf(error)),
          },
        )
      }}
    >
      <Stack gap="sm" mt="xs">
        <Textarea
          label="What did you do?"
          description={
            attempt.state === 'needs_review'
              ? "This closes the payment and releases its invoices. It doesn't move money or change QuickBooks."
              : "This is saved in the history. It doesn't move money or change QuickBooks."
          }
          required
          autosize
          minRows={2}
          maxLength={REASON_LENGTH_MAX}
          autoFocus
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
        {isUnanswered || isCheckedByHand ? (
          <Checkbox
            label={`I checked this payment at ${PAYMENT_METHODS[attempt.method].provider}. Nothing was charged.`}
            checked={isCheckedByHand}
            onChange={({ currentTarget }) => setCheckedByHand(currentTarget.checked)}
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
