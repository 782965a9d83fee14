// Asks for the reason for a rejection, which we email to the contractor.
import { billLeftText, type Task } from '@invoice-desk/contract/approval'
import { REASON_LENGTH_MAX } from '@invoice-desk/contract/limits'
import { Button, Group, Stack, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { keepDraft, readDraft } from '../../../shared/drafts.ts'
import { BusyButton } from '../../../shared/ui/busy-button.tsx'
import { Notice } from '../../../shared/ui/notice.tsx'
import { BUTTONS } from './actions.ts'

type RejectBoxProps = {
  readonly task: Task
  /** QuickBooks has a bill with this number and amount. We may not have added it. */
  readonly hasMatch: boolean
  readonly busy: boolean
  readonly takesFocus: boolean
  readonly onConfirm: (reason: string) => void
  readonly onCancel: () => void
}

const draftOf = (taskId: string) => `rejection of ${taskId}`
export const hasReasonDraft = (taskId: string): boolean => readDraft(draftOf(taskId)) !== ''
export const forgetReason = (taskId: string) => keepDraft(draftOf(taskId), '')

/** Keeps the typed reason until the invoice is rejected, even if the approver opens other invoices. */
export const RejectBox = (props: RejectBoxProps) => {
  const { task, hasMatch, busy, takesFocus, onConfirm, onCancel } = props
  const note = noteOnRejection(task, hasMatch)
  const [reason, setReason] = useState(() => readDraft(draftOf(task.id)))
  const [isTouched, setTouched] = useState(false)
  const isEmpty = reason.trim() === ''
  const write = (text: string) => {
    setReason(text)
    keepDraft(draftOf(task.id), text)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTouched(true)
    if (!isEmpty) onConfirm(reason.trim())
  }
  return (
    <form onSubmit={submit} onKeyDown={({ key }) => key === 'Escape' && !busy && onCancel()}>
      <Stack gap="sm">
        {note ? <Notice tone="warning">{note}</Notice> : null}
        <Textarea
          label="Reason for rejection"
          description="We'll email this to the contractor."
          required
          autosize
          minRows={2}
          maxLength={REASON_LENGTH_MAX}
          autoFocus={takesFocus}
          value={reason}
          error={isTouched && isEmpty ? 'Please provide a reason for rejection' : undefined}
          onBlur={() => setTouched(true)}
          onChange={({ currentTarget }) => write(currentTarget.value)}
        />
        <Group gap="sm">
          <BusyButton
            type="submit"
            variant="default"
            data-danger
            isBusy={busy}
            announced={BUTTONS.reject.announced}
            disabled={isEmpty}
          >
            Confirm Rejection
          </BusyButton>
          <Button variant="default" disabled={busy} onClick={onCancel}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Rejecting doesn't change anything in QuickBooks, so the approver must know which bill stays there. */
export const noteOnRejection = (
  { details, posting }: Task,
  hasMatch: boolean,
): string | undefined => {
  if (posting.leftByReject !== 'no') return billLeftText(posting.leftByReject, details)
  if (posting.state === 'waiting')
    return "We're waiting to add a bill for this invoice to QuickBooks. If you reject it, we won't add the bill."
  return hasMatch
    ? "QuickBooks has a bill with this number and amount. Rejecting doesn't remove it. If it's for this invoice, void it in QuickBooks as well."
    : undefined
}
