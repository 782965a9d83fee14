// What holds for all approval rules: separation of duties, and when administrators are asked instead.
import type { ApprovalPolicy } from '@invoice-desk/contract/approval/rules'
import { ESCALATION_DAYS_MAX } from '@invoice-desk/contract/values/limits'
import { Checkbox, Group, Stack, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { Card } from '../../../shared/ui/card.tsx'
import { ConfirmDialog } from '../../../shared/ui/dialog/confirm-dialog.tsx'
import { BusyButton } from '../../../shared/ui/form/busy-button.tsx'

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

type EscalationCardProps = Pick<ApprovalPolicy, 'escalateAfterDays'> & {
  readonly isBusy: boolean
  readonly onChange: (escalateAfterDays: number | null) => void
}

const FIRST_DAYS = 3

/** Sets after how many business days administrators are asked to approve an invoice instead. */
export const daysText = (days: number): string =>
  days === 1 ? '1 business day' : `${days} business days`

export const EscalationCard = ({ escalateAfterDays, isBusy, onChange }: EscalationCardProps) => {
  const [draft, setDraft] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const typed = draft ?? String(escalateAfterDays ?? FIRST_DAYS)
  const isOn = escalateAfterDays !== null
  const days = Number(typed)
  const isValid = Number.isInteger(days) && days >= 1 && days <= ESCALATION_DAYS_MAX
  return (
    <Card title="Escalation">
      <Stack gap="sm">
        <Checkbox
          label="Ask administrators to approve invoices that wait too long"
          description="If no one has approved an invoice in time, we email the administrators, and any administrator not in the rule can approve it instead."
          checked={isOn}
          onChange={({ currentTarget }) => {
            if (!isBusy) onChange(currentTarget.checked ? FIRST_DAYS : null)
          }}
        />
        {isOn ? (
          <form
            noValidate
            onSubmit={(event) => {
              event.preventDefault()
              if (!isValid || isBusy) return
              onChange(days)
              // The button goes away once it's saved.
              input.current?.focus()
            }}
          >
            <Group align="flex-end" gap="sm">
              <TextInput
                type="number"
                ref={input}
                label="Business days to wait"
                description="Monday through Friday."
                w="12rem"
                min={1}
                max={ESCALATION_DAYS_MAX}
                value={typed}
                onChange={({ currentTarget }) => setDraft(currentTarget.value)}
                error={isValid ? undefined : `Enter a number from 1 to ${ESCALATION_DAYS_MAX}.`}
              />
              {days === escalateAfterDays ? null : (
                <BusyButton type="submit" variant="default" isBusy={isBusy} announced="Saving...">
                  Save
                </BusyButton>
              )}
            </Group>
          </form>
        ) : null}
      </Stack>
    </Card>
  )
}
