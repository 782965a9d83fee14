// Why an invoice is rejected. The contractor reads it, so there must be one.
import { billLeftText, type Task } from '@invoice-desk/contract/approval'
import { REASON_LENGTH_MAX } from '@invoice-desk/contract/limits'
import { Button, Group, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import { BusyButton } from '../../shared/ui/busy-button.tsx'
import { LeaveGuard } from '../../shared/ui/leave-guard.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import { UNDER_WAY } from './actions.ts'

type RejectBoxProps = {
  readonly task: Task
  /** QuickBooks has a bill with this number and amount, whoever added it. */
  readonly hasMatch: boolean
  readonly busy: boolean
  readonly onConfirm: (reason: string) => void
  readonly onCancel: () => void
}

export const RejectBox = ({ task, hasMatch, busy, onConfirm, onCancel }: RejectBoxProps) => {
  const note = noteOn(task, hasMatch)
  const [reason, setReason] = useState('')
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
      <LeaveGuard active={!isEmpty && !busy} />
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
          data-autofocus
          autoFocus
          value={reason}
          error={wasTried && isEmpty ? 'Please provide a reason for rejection' : undefined}
          onBlur={() => setTried(true)}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
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
