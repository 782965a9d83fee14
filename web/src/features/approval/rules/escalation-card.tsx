// Sets after how many business days administrators are asked to approve an invoice instead.
import type { ApprovalPolicy } from '@invoice-desk/contract/approval/rules'
import { ESCALATION_DAYS_MAX } from '@invoice-desk/contract/values/limits'
import { Checkbox, Group, Stack, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { Card } from '../../../shared/ui/card.tsx'
import { BusyButton } from '../../../shared/ui/form/busy-button.tsx'

type EscalationCardProps = Pick<ApprovalPolicy, 'escalateAfterDays'> & {
  readonly isBusy: boolean
  readonly onChange: (escalateAfterDays: number | null) => void
}

const FIRST_DAYS = 3

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
