// Why an invoice is rejected. The contractor reads it, so there must be one.
import { billLeftText, type Task } from '@invoice-desk/contract/approval'
import { REASON_LENGTH_MAX } from '@invoice-desk/contract/limits'
import { Button, Group, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import { keepDraft, readDraft } from '../../../shared/drafts.ts'
import { BusyButton } from '../../../shared/ui/busy-button.tsx'
import { Notice } from '../../../shared/ui/notice.tsx'
import { UNDER_WAY } from './actions.ts'

type RejectBoxProps = {
  readonly task: Task
  /** QuickBooks has a bill with this number and amount, whoever added it. */
  readonly hasMatch: boolean
  readonly busy: boolean
  readonly takesFocus: boolean
  readonly onConfirm: (reason: string) => void
  readonly onCancel: () => void
}

const draftOf = (taskId: string) => `rejection of ${taskId}`
export const hasReasonDraft = (taskId: string): boolean => readDraft(draftOf(taskId)) !== ''
export const forgetReason = (taskId: string) => keepDraft(draftOf(taskId), '')

/** What was typed stays until the invoice is rejected, whatever is opened in between. */
export const RejectBox = (props: RejectBoxProps) => {
  const { task, hasMatch, busy, takesFocus, onConfirm, onCancel } = props
  const note = noteOn(task, hasMatch)
  const [reason, setReason] = useState(() => readDraft(draftOf(task.id)))
  const write = (text: string) => {
    setReason(text)
    keepDraft(draftOf(task.id), text)
  }
  const [wasTried, setTried] = useState(false)
  const isEmpty = reason.trim() === ''
  const confirm = () => {
    setTried(true)
    if (!isEmpty) onConfirm(reason.trim())
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        confirm()
      }}
    >
      <Stack gap="md">
        {note ? (
          <Notice tone="warning">
            <p>{note}</p>
          </Notice>
        ) : null}
        <Textarea
          label="Reason for rejection"
          description="The contractor reads this."
          required
          autosize
          minRows={3}
          maxLength={REASON_LENGTH_MAX}
          autoFocus={takesFocus}
          value={reason}
          error={wasTried && isEmpty ? 'Please provide a reason for rejection' : undefined}
          onBlur={() => setTried(true)}
          onChange={({ currentTarget }) => write(currentTarget.value)}
        />
        <Group gap="sm">
          <BusyButton
            type="submit"
            color="red.8"
            isBusy={busy}
            announced={UNDER_WAY.reject}
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

/** Rejecting does not reach into QuickBooks: whoever does it must know what stays there. */
const noteOn = ({ details, posting }: Task, hasMatch: boolean): string | undefined => {
  if (posting.leftByReject !== 'no') return billLeftText(posting.leftByReject, details)
  if (posting.state === 'waiting')
    return 'A bill for this invoice waits to be recorded in QuickBooks. Rejecting stops that.'
  return hasMatch
    ? "QuickBooks has a bill with this number and amount. Rejecting doesn't remove it. If it's for this invoice, void it in QuickBooks as well."
    : undefined
}
