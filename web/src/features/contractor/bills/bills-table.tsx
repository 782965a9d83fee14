// Bills of one status, newest first; rejected ones with the reason that was given.
import { BILL_STATUSES, type BillStatus } from '@invoice-desk/contract/bill-status'
import type { ContractorBill } from '@invoice-desk/contract/contractor'
import { formatDate } from '@invoice-desk/contract/dates'
import { type Column, DataTable } from '../../../shared/ui/data-table.tsx'
import { dollars, dueDay, fileLinkOf } from './bills.ts'
import classes from './bills-table.module.css'

type BillsTableProps = {
  readonly status: BillStatus
  readonly bills: readonly ContractorBill[]
}

export const BillsTable = ({ status, bills }: BillsTableProps) => (
  <div className={status === 'rejected' ? `${classes.table} ${classes.rejected}` : classes.table}>
    <DataTable
      caption={`${BILL_STATUSES[status].label} bills`}
      columns={status === 'rejected' ? REJECTED_COLUMNS : COLUMNS}
      rows={bills}
      rowKey={({ id }) => id}
    />
  </div>
)

const InvoiceLink = ({ bill }: { bill: ContractorBill }) => {
  const link = fileLinkOf(bill)
  if (!link) return <span className={classes.none}>No file</span>
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

type BillColumn = Column<ContractorBill>

const NUMBER: BillColumn = {
  header: 'Invoice #',
  heading: true,
  cell: ({ invoiceNumber }) => <span className={classes.number}>{invoiceNumber}</span>,
}
const SUBMITTED: BillColumn = {
  header: 'Submitted',
  cell: ({ dateCreated }) => formatDate(dateCreated),
}
const AMOUNT: BillColumn = {
  header: 'Amount',
  align: 'end',
  cell: ({ amount }) => dollars(amount),
}
const DUE: BillColumn = { header: 'Due Date', cell: ({ dueDate }) => dueDay(dueDate) }
const ACTIONS: BillColumn = {
  header: 'Actions',
  align: 'end',
  cell: (bill) => <InvoiceLink bill={bill} />,
}
const REASON: BillColumn = {
  header: 'Reason',
  cell: ({ rejectReason }) => (
    <span className={classes.reason}>{rejectReason ?? 'No reason was given.'}</span>
  ),
}

const COLUMNS = [NUMBER, SUBMITTED, AMOUNT, DUE, ACTIONS]
const REJECTED_COLUMNS = [NUMBER, SUBMITTED, AMOUNT, DUE, REASON, ACTIONS]
