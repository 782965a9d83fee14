// What QuickBooks has for an invoice, and the progress of adding its bill.
import { billStatusFrom, isClosed } from '@invoice-desk/contract/bills/bill-status'
import { Group, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { DataAge } from '../../../shared/ui/feedback/data-age.tsx'
import { Notice } from '../../../shared/ui/feedback/notice.tsx'
import { Pill } from '../../../shared/ui/pill.tsx'
import { APPROVAL } from '../api.ts'
import { accountingStatus, type CheckedTask } from './accounting-check.ts'
import { BillComparison } from './bill-comparison.tsx'

export const AccountingSection = ({ task, check }: CheckedTask) => {
  const { label, tone } = accountingStatus(check, task.details)
  const { state, refusal, isToVoid } = task.posting
  const client = useQueryClient()
  return (
    <Stack component="section" gap="0.375rem" aria-labelledby="accounting-status">
      <Stack gap="0.375rem" aria-live="polite">
        <Group justify="space-between" gap="0.25rem 0.5rem">
          <Text component="h3" id="accounting-status" fz="inherit" fw={600}>
            QuickBooks Status
          </Text>
          {check.checked ? <Pill tone={tone}>{label}</Pill> : <span>{label}</span>}
        </Group>
        {state === 'waiting' ? (
          <Text fz="inherit" c="var(--muted)">
            We're waiting for QuickBooks. We'll add the bill automatically.
          </Text>
        ) : null}
        {refusal ? (
          <Notice tone="warning">The bill wasn't added to QuickBooks. {refusal}</Notice>
        ) : null}
        {isToVoid ? (
          <Notice tone="warning">
            {isClosed(billStatusFrom(task.status.name))
              ? `This invoice is ${task.status.name}, but its bill is still in QuickBooks. Please void it there.`
              : 'An earlier bill for this invoice is still in QuickBooks. Please void it there.'}
          </Notice>
        ) : null}
        {check.checked
          ? check.bills.map((bill) => <BillComparison key={bill.id} task={task} bill={bill} />)
          : null}
      </Stack>
      {check.checked ? (
        <DataAge
          asOf={check.asOf}
          onRefreshed={() => client.invalidateQueries({ queryKey: APPROVAL })}
        />
      ) : null}
    </Stack>
  )
}
