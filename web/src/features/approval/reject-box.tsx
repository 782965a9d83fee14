// Why an invoice is rejected. The contractor reads it, so there must be one.
import type { Task } from '@invoice-desk/contract/approval'
import { REASON_LENGTH_MAX } from '@invoice-desk/contract/limits'
import { Button, Group, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import { BusyButton } from '../../shared/ui/busy-button.tsx'
import { LeaveGuard } from '../../shared/ui/leave-guard.tsx'
import { Notice } from '../../shared/ui/notice.tsx'
import { UNDER_WAY } from './actions.ts'

type RejectBoxProps = {
  readonly task: Task
  readonly busy: boolean
  readonly onConfirm: (reason: string) => void
  readonly onCancel: () => void
}

export const RejectBox = ({ task, busy, onConfirm, onCancel }: RejectBoxProps) => {
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
        <StandingBill task={task} />
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

/** Rejecting does not reach into the books: whoever does it must know what stays there. */
const StandingBill = ({ task: { posting } }: { task: Task }) => {
  if (posting.state === 'created') {
    return (
      <Notice tone="warning">
        <p>
          QuickBooks already has a bill for this invoice
          {posting.billId ? ` (bill id ${posting.billId})` : ''}. Rejecting leaves it there: please
          delete or void it in QuickBooks as well.
        </p>
      </Notice>
    )
  }
  return posting.state === 'waiting' ? (
    <Notice tone="warning">
      <p>A bill for this invoice waits to be recorded in QuickBooks. Rejecting stops that.</p>
    </Notice>
  ) : null
}
