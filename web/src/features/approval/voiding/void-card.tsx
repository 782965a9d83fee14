// Bills that rejected invoices left in QuickBooks. Shown while there are any.
import type { BillToVoid } from '@invoice-desk/contract/accounting'
import { formatDate } from '@invoice-desk/contract/dates'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../../shared/api-error.ts'
import { AppLink } from '../../../shared/app-link.tsx'
import { paths } from '../../../shared/paths.ts'
import { showToast } from '../../../shared/toasts.ts'
import { BusyButton } from '../../../shared/ui/busy-button.tsx'
import { Card } from '../../../shared/ui/card.tsx'
import { type Column, DataTable } from '../../../shared/ui/data-table.tsx'
import { Pill } from '../../../shared/ui/pill.tsx'
import { markVoidedMutation, toVoidQuery } from '../api.ts'
import classes from './void-card.module.css'

const columns: readonly Column<BillToVoid>[] = [
  {
    header: 'Invoice #',
    heading: true,
    cell: ({ taskId, invoiceNumber }) => (
      <AppLink to={paths.approveInvoice(taskId)}>{invoiceNumber}</AppLink>
    ),
  },
  { header: 'Vendor', cell: ({ vendor }) => vendor },
  {
    header: 'Amount',
    align: 'end',
    cell: ({ amount, isPaid }) => (
      <span className={classes.marked}>
        {amount}
        {isPaid ? <Pill tone="negative">Paid</Pill> : null}
      </span>
    ),
  },
  { header: 'Since', cell: ({ since }) => formatDate(since) },
  {
    header: 'Actions',
    align: 'end',
    cell: (bill) => (
      <span className={classes.marked}>
        <a href={bill.url} target="_blank" rel="noreferrer">
          Open in QuickBooks
        </a>
        <MarkVoided bill={bill} />
      </span>
    ),
  },
]

export const VoidCard = () => {
  const { data } = useQuery(toVoidQuery)
  if (!data || data.bills.length === 0) return null
  return (
    <div data-print="never">
      <Card>
        <h2 className={classes.heading}>Bills to void in QuickBooks</h2>
        <p className={classes.intro}>
          These invoices were rejected, but their bills are still in QuickBooks. A bill leaves this
          list automatically once it's voided or deleted there.
        </p>
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
  const mark = useMutation({
    ...markVoidedMutation(useQueryClient()),
    onSuccess: () => showToast('success', 'The bill is off the list.'),
    onError: (error) => showToast('error', messageOf(error)),
  })
  return (
    <BusyButton
      variant="default"
      size="xs"
      aria-label={`Mark as voided: ${bill.invoiceNumber}`}
      isBusy={mark.isPending}
      announced="Updating the list..."
      onClick={() => mark.mutate(bill.taskId)}
    >
      Mark as voided
    </BusyButton>
  )
}
