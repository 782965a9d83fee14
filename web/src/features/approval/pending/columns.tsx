// The columns of the pending invoices.
import { approvalsText, type PendingInvoice } from '@invoice-desk/contract/approval/approval'
import { formatDollars } from '@invoice-desk/contract/values/money'
import { Group, Text } from '@mantine/core'
import { AppLink } from '../../../shared/navigation/app-link.tsx'
import { paths } from '../../../shared/navigation/paths.ts'
import { formatDay } from '../../../shared/text/times.ts'
import { today } from '../../../shared/text/today.ts'
import type { Column } from '../../../shared/ui/table/data-table.tsx'
import { ageOf } from './due.ts'
import { DueDate } from './due-date.tsx'
import type { SortOrder } from './sorting.ts'

const Review = ({ id, invoiceNumber }: PendingInvoice) => (
  <AppLink to={paths.approveInvoice(id)} aria-label={`Review ${invoiceNumber}`}>
    Review
  </AppLink>
)

const Vendor = ({ vendor, approval }: PendingInvoice) =>
  approval ? (
    <>
      {vendor}
      <Text c="dimmed" fz="sm">
        {approvalsText(approval)}
        {approval.isYours ? '' : ', waiting for others'}
      </Text>
    </>
  ) : (
    vendor
  )

const Submitted = ({ dateCreated }: PendingInvoice) => (
  <Group component="span" display="inline-flex" gap="0.25rem 0.5rem">
    <span style={{ whiteSpace: 'nowrap' }}>{formatDay(dateCreated)}</span>
    <Text span c="dimmed" fz="sm">
      {ageOf(dateCreated, today())}
    </Text>
  </Group>
)

export const COLUMNS: readonly Column<PendingInvoice, SortOrder>[] = [
  {
    header: 'Invoice #',
    heading: true,
    width: '6.5rem',
    cell: ({ invoiceNumber }) => invoiceNumber,
  },
  { header: 'Vendor', phoneLabel: '', by: 'vendor', cell: Vendor },
  {
    header: 'Amount',
    align: 'end',
    phone: 'amount',
    by: 'amount',
    cell: ({ amount }) => formatDollars(amount),
  },
  {
    header: 'Due Date',
    phoneLabel: 'Due',
    by: 'due',
    cell: ({ dueDate }) => <DueDate day={dueDate} />,
  },
  { header: 'Submitted', phone: 'hidden', by: 'submitted', cell: Submitted },
  { header: 'Actions', align: 'end', phone: 'action', cell: Review },
]
