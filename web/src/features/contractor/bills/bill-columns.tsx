// The columns of the contractor's tables. Rejected bills also show the reason.
import type { BillStatus } from '@invoice-desk/contract/bill-status'
import type { ContractorBill } from '@invoice-desk/contract/contractor'
import { formatDollars } from '@invoice-desk/contract/money'
import { Text } from '@mantine/core'
import { formatDay } from '../../../shared/times.ts'
import type { Column } from '../../../shared/ui/data-table.tsx'
import classes from './bills.module.css'
import { dueDay, fileLinkOf } from './bills.ts'

const InvoiceLink = (bill: ContractorBill) => {
  const link = fileLinkOf(bill)
  if (!link)
    return (
      <Text span c="dimmed" inherit>
        No file
      </Text>
    )
  return (
    <a
      href={link}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`View Invoice ${bill.invoiceNumber} (opens in a new tab)`}
    >
      View Invoice
    </a>
  )
}

/** The same widths in every table, so that the tables line up. A reason has its own line, see bills.module.css. */
const COLUMNS: readonly Column<ContractorBill>[] = [
  {
    header: 'Invoice #',
    heading: true,
    width: '18%',
    cell: ({ invoiceNumber }) => invoiceNumber,
  },
  { header: 'Submitted', width: '18%', cell: ({ dateCreated }) => formatDay(dateCreated) },
  {
    header: 'Amount',
    align: 'end',
    phone: 'amount',
    width: '16%',
    cell: ({ amount }) => formatDollars(amount),
  },
  {
    header: 'Due Date',
    phoneLabel: 'Due',
    width: '20%',
    cell: ({ dueDate }) => dueDay(dueDate),
  },
  {
    header: 'Reason',
    phoneLabel: '',
    cell: ({ rejectReason }) => (
      <span className={classes.reason}>{rejectReason ?? 'No reason was given.'}</span>
    ),
  },
  { header: 'Actions', align: 'end', phone: 'action', width: '28%', cell: InvoiceLink },
]

const WITHOUT_REASON = COLUMNS.filter(({ header }) => header !== 'Reason')

export const columnsOf = (status: BillStatus) => (status === 'rejected' ? COLUMNS : WITHOUT_REASON)
