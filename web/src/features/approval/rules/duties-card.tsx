// Switches separation of duties on or off.
import type { ApprovalPolicy } from '@invoice-desk/contract/approval/rules'
import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { Card } from '../../../shared/ui/card.tsx'
import { ConfirmDialog } from '../../../shared/ui/dialog/confirm-dialog.tsx'

type DutiesCardProps = Pick<ApprovalPolicy, 'separatesDuties'> & {
  readonly isBusy: boolean
  readonly onChange: (separatesDuties: boolean) => void
}

export const DutiesCard = ({ separatesDuties, isBusy, onChange }: DutiesCardProps) => {
  const [isAsking, setAsking] = useState(false)
  return (
    <Card title="Separation of duties">
      <Checkbox
        label="Keep people from approving what they set up themselves"
        description="No one approves an invoice submitted with their own email. Anyone who changes a vendor's mapping can't be the only one who approves the next invoice from its email."
        checked={separatesDuties}
        onChange={({ currentTarget }) => {
          if (isBusy) return
          if (currentTarget.checked) onChange(true)
          else setAsking(true)
        }}
      />
      {isAsking ? (
        <ConfirmDialog
          title="Turn off separation of duties"
          confirmLabel="Yes, turn it off"
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false)
            onChange(false)
          }}
        >
          <p>
            One person could then map an email to a vendor and approve its invoice without anyone
            else. The activity log records this change.
          </p>
        </ConfirmDialog>
      ) : null}
    </Card>
  )
}
