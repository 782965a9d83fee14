// The columns of the contractor's tables. Rejected bills also show the reason.
import type { BillStatus } from '@invoice-desk/contract/bill-status'
import type { ContractorBill } from '@invoice-desk/contract/contractor'
import { formatDate } from '@invoice-desk/contract/dates'
import { formatDollars } from '@invoice-desk/contract/money'
import { Text } from '@mantine/core'
import type { Column } from '../../../shared/ui/data-table.tsx'
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

const COLUMNS: readonly Column<ContractorBill>[] = [
  { header: 'Invoice #', heading: true, cell: ({ invoiceNumber }) => invoiceNumber },
  { header: 'Submitted', cell: ({ dateCreated }) => formatDate(dateCreated) },
  { header: 'Amount', align: 'end', phone: 'amount', cell: ({ amount }) => formatDollars(amount) },
  { header: 'Due Date', phoneLabel: 'Due', cell: ({ dueDate }) => dueDay(dueDate) },
  {
    header: 'Reason',
    phoneLabel: '',
    width: '34%',
    cell: ({ rejectReason }) => (
      <span style={{ whiteSpace: 'pre-line' }}>{rejectReason ?? 'No reason was given.'}</span>
    ),
  },
  { header: 'Actions', align: 'end', phone: 'action', cell: InvoiceLink },
]

const WITHOUT_REASON = COLUMNS.filter(({ header }) => header !== 'Reason')

export const columnsOf = (status: BillStatus) => (status === 'rejected' ? COLUMNS : WITHOUT_REASON)
