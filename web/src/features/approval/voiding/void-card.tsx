// Bills in QuickBooks whose invoices were turned down, for staff to void. Hidden when there are none.
import type { BillToVoid } from '@invoice-desk/contract/accounting/accounting'
import { Group, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../../shared/api/api-error.ts'
import { AppLink } from '../../../shared/navigation/app-link.tsx'
import { paths } from '../../../shared/navigation/paths.ts'
import { formatDay } from '../../../shared/text/times.ts'
import { Card } from '../../../shared/ui/card.tsx'
import { showToast } from '../../../shared/ui/feedback/toasts.ts'
import { BusyButton } from '../../../shared/ui/form/busy-button.tsx'
import { Pill } from '../../../shared/ui/pill.tsx'
import { type Column, DataTable } from '../../../shared/ui/table/data-table.tsx'
import { markVoided, taskKey, toVoidQuery } from '../api.ts'

const columns: readonly Column<BillToVoid>[] = [
  {
    header: 'Invoice #',
    heading: true,
    cell: ({ taskId, invoiceNumber }) => (
      <AppLink to={paths.approveInvoice(taskId)}>{invoiceNumber}</AppLink>
    ),
  },
  { header: 'Vendor', phoneLabel: '', cell: ({ vendor }) => vendor },
  {
    header: 'Amount',
    align: 'end',
    phone: 'amount',
    cell: ({ amount, isPaid }) => (
      <span>
        {amount} {isPaid ? <Pill tone="negative">Paid</Pill> : null}
      </span>
    ),
  },
  { header: 'Since', cell: ({ since }) => formatDay(since) },
  {
    header: 'Actions',
    align: 'end',
    phone: 'action',
    cell: (bill) => (
      <Group gap="0.25rem 0.75rem" justify="flex-end">
        <a href={bill.url} target="_blank" rel="noreferrer">
          Open in QuickBooks
        </a>
        <MarkVoided bill={bill} />
      </Group>
    ),
  },
]

export const VoidCard = () => {
  const { data } = useQuery(toVoidQuery)
  if (!data || data.bills.length === 0) return null
  return (
    <div data-print="never">
      <Card title="Bills to void in QuickBooks">
        <Text mb="sm" c="var(--muted)">
          These invoices aren't approved, but their bills are still in QuickBooks. A bill leaves
          this list automatically once it's voided or deleted there.
        </Text>
        <DataTable
          caption="Bills to void in QuickBooks"
          columns={columns}
          rows={data.bills}
          rowKey={({ taskId }) => taskId}
        />
      </Card>
    </div>
  )
}

const MarkVoided = ({ bill }: { bill: BillToVoid }) => {
  const client = useQueryClient()
  const mark = useMutation({
    mutationFn: () => markVoided(bill.taskId),
    onSuccess: () => showToast('success', 'Bill marked as voided.'),
    onError: (error) => showToast('error', messageOf(error)),
    onSettled: () =>
      Promise.all(
        [toVoidQuery.queryKey, taskKey(bill.taskId)].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  })
  return (
    <BusyButton
      variant="default"
      size="xs"
      aria-label={`Mark as voided: ${bill.invoiceNumber}`}
      isBusy={mark.isPending}
      announced="Updating the list..."
      onClick={() => mark.mutate()}
    >
      Mark as voided
    </BusyButton>
  )
}
