// Tells that someone else changed or deleted the mapping meanwhile; what was typed stays.

import { ERRORS } from '@invoice-desk/contract/errors'
import { Button } from '@mantine/core'
import { Notice } from '../../../shared/ui/notice.tsx'
import type { Conflict } from './use-save-vendor.ts'

type ConflictNoticeProps = {
  readonly conflict: Conflict
  readonly onUseSaved: () => void
}

export const ConflictNotice = ({ conflict, onUseSaved }: ConflictNoticeProps) => {
  if (conflict.kind === 'deleted') {
    return (
      <Notice tone="warning">
        <p>{ERRORS.vendor_mapping_unknown.text}. Someone else has deleted it meanwhile.</p>
        <p>What you entered is still here: saving it adds the mapping again.</p>
      </Notice>
    )
  }
  const { email, vendor, qb_bill_account: account } = conflict.now
  return (
    <Notice
      tone="warning"
      action={
        <Button variant="default" onClick={onUseSaved}>
          Load the saved values
        </Button>
      }
    >
      <p>Someone else changed this mapping meanwhile.</p>
      <p>
        It is now <strong>{email}</strong> for <strong>{vendor}</strong>,{' '}
        {account ? `booked to ${account}` : 'without a bill account'}.
      </p>
      <p>What you entered is still here: saving again replaces the other change.</p>
    </Notice>
  )
}
