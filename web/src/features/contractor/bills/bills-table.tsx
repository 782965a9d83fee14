// The bills of one status, newest first. Rejected ones show the reason.
import { BILL_STATUSES, type BillStatus } from '@invoice-desk/contract/bill-status'
import type { ContractorBill } from '@invoice-desk/contract/contractor'
import { formatDate } from '@invoice-desk/contract/dates'
import { formatDollars } from '@invoice-desk/contract/money'
import { Text } from '@mantine/core'
import { type Column, DataTable } from '../../../shared/ui/data-table.tsx'
import { dueDay, fileLinkOf } from './bills.ts'

type BillsTableProps = {
  readonly status: BillStatus
  readonly bills: readonly ContractorBill[]
}

export const BillsTable = ({ status, bills }: BillsTableProps) => (
  <DataTable
    caption={`${BILL_STATUSES[status].label} bills`}
    columns={status === 'rejected' ? REJECTED_COLUMNS : COLUMNS}
    rows={bills}
    rowKey={({ id }) => id}
    layout="fixed"
  />
)

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

type BillColumn = Column<ContractorBill>

const REASON: BillColumn = {
  header: 'Reason',
  width: '34%',
  cell: ({ rejectReason }) => (
    <span style={{ whiteSpace: 'pre-line' }}>{rejectReason ?? 'No reason was given.'}</span>
  ),
}
const ACTIONS: BillColumn = { header: 'Actions', align: 'end', cell: InvoiceLink }
const FACTS: readonly BillColumn[] = [
  { header: 'Invoice #', heading: true, cell: ({ invoiceNumber }) => invoiceNumber },
  { header: 'Submitted', cell: ({ dateCreated }) => formatDate(dateCreated) },
  { header: 'Amount', align: 'end', cell: ({ amount }) => formatDollars(amount) },
  { header: 'Due Date', cell: ({ dueDate }) => dueDay(dueDate) },
]

const COLUMNS = [...FACTS, ACTIONS]
const REJECTED_COLUMNS = [...FACTS, REASON, ACTIONS]
