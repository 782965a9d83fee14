// What QuickBooks has for an invoice, and the progress of adding its bill.

import type { AccountingBill } from '@invoice-desk/contract/accounting/accounting'
import type { Task } from '@invoice-desk/contract/approval/approval'
import { billStatusFrom, isClosed } from '@invoice-desk/contract/bills/bill-status'
import { Group, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { DataAge } from '../../../shared/ui/feedback/data-age.tsx'
import { Notice } from '../../../shared/ui/feedback/notice.tsx'
import { Pill } from '../../../shared/ui/pill.tsx'
import { APPROVAL } from '../api.ts'
import { accountingStatus, type CheckedTask } from './accounting-check.ts'
import classes from './bill-comparison.module.css'
import { compareBill } from './compare.ts'

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

type BillComparisonProps = { readonly task: Task; readonly bill: AccountingBill }

/** This invoice beside a bill that QuickBooks has, with what differs. */
const BillComparison = ({ task, bill }: BillComparisonProps) => (
  <table className={`mini-table ${classes.table}`}>
    <caption className="visually-hidden">
      This invoice and bill {bill.invoiceNumber} in QuickBooks
    </caption>
    <thead>
      <tr>
        <td />
        <th scope="col">This invoice</th>
        <th scope="col">QuickBooks bill</th>
      </tr>
    </thead>
    <tbody>
      {compareBill(task.details, bill).map(({ label, invoice, bill: theirs, difference }) => (
        <tr key={label} data-differs={difference ? true : undefined}>
          <th scope="row">{label}</th>
          <td>{invoice}</td>
          <td>
            {theirs} {difference ? <Pill tone="negative">{difference}</Pill> : null}
          </td>
        </tr>
      ))}
      <tr>
        <th scope="row">Status</th>
        <td className={classes.status}>{task.status.name}</td>
        <td>
          <Pill tone={bill.status === 'Unpaid' ? 'warning' : 'positive'}>{bill.status}</Pill>
        </td>
      </tr>
    </tbody>
  </table>
)
