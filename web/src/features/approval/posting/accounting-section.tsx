// The bills that QuickBooks has for an invoice, and the progress of adding its bill.
import type { AccountingBill } from '@invoice-desk/contract/accounting'
import { formatDate } from '@invoice-desk/contract/dates'
import { centsOf, formatMoney } from '@invoice-desk/contract/money'
import { Group, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { DataAge } from '../../../shared/ui/data-age.tsx'
import { Notice } from '../../../shared/ui/notice.tsx'
import { Pill } from '../../../shared/ui/pill.tsx'
import { APPROVAL } from '../api.ts'
import { accountingStatus, type CheckedTask } from './accounting-check.ts'

export const AccountingSection = ({ task, check }: CheckedTask) => {
  const { label, tone } = accountingStatus(check, task.details)
  const { state, refusal, isToVoid } = task.posting
  const client = useQueryClient()
  return (
    <Stack gap="xs" align="flex-start">
      <Stack gap="xs" align="flex-start" w="100%" aria-live="polite">
        {check.checked ? <Pill tone={tone}>{label}</Pill> : <span>{label}</span>}
        {state === 'waiting' ? (
          <Text c="var(--muted)">
            We're waiting for QuickBooks. We'll add the bill automatically.
          </Text>
        ) : null}
        {refusal ? (
          <Notice tone="warning">The bill wasn't added to QuickBooks. {refusal}</Notice>
        ) : null}
        {isToVoid ? (
          <Notice tone="warning">
            This invoice is rejected, but its bill is still in QuickBooks. Please void it there.
          </Notice>
        ) : null}
        {check.checked ? check.bills.map((bill) => <Bill key={bill.id} bill={bill} />) : null}
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

const Bill = ({ bill }: { bill: AccountingBill }) => (
  <Group
    component="dl"
    gap="0.5rem 1.5rem"
    align="flex-start"
    m={0}
    p="sm"
    w="100%"
    bg="var(--sunken)"
    bdrs="md"
  >
    <Fact label="Invoice #">{bill.invoiceNumber}</Fact>
    <Fact label="Total">{formatMoney(centsOf(bill.amount), bill.currency)}</Fact>
    <Fact label="Invoice Date">{formatDate(bill.date)}</Fact>
    <Fact label="Due Date">{formatDate(bill.dueDate)}</Fact>
    <Fact label="Status">
      <Pill tone={bill.status === 'Unpaid' ? 'warning' : 'positive'}>{bill.status}</Pill>
    </Fact>
  </Group>
)

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <Text component="dt" c="var(--muted)" fz={13}>
      {label}
    </Text>
    <Text component="dd" m={0}>
      {children}
    </Text>
  </div>
)
