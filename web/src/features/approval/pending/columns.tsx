// The columns of the pending invoices.
import type { PendingInvoice } from '@invoice-desk/contract/approval'
import { formatDollars } from '@invoice-desk/contract/money'
import { Group, Text } from '@mantine/core'
import { AppLink } from '../../../shared/app-link.tsx'
import { paths } from '../../../shared/paths.ts'
import { formatDay } from '../../../shared/times.ts'
import { today } from '../../../shared/today.ts'
import { type Column, sortBy } from '../../../shared/ui/data-table.tsx'
import type { PendingView } from '../api.ts'
import { ageOf } from './due.ts'
import { DueDate } from './due-date.tsx'
import { orderFrom, type SortOrder, sortOf } from './sorting.ts'

export const columnsOf = (
  view: PendingView,
  onView: (part: Partial<PendingView>) => void,
): readonly Column<PendingInvoice>[] =>
  COLUMNS.map(({ by, ...column }) =>
    by
      ? {
          ...column,
          sort: sortBy<SortOrder>(by, sortOf(view), (sort) => onView(orderFrom(sort))),
        }
      : column,
  )

const Review = ({ id, invoiceNumber }: PendingInvoice) => (
  <AppLink to={paths.approveInvoice(id)} aria-label={`Review ${invoiceNumber}`}>
    Review
  </AppLink>
)

const Submitted = ({ dateCreated }: PendingInvoice) => (
  <Group component="span" display="inline-flex" gap="0.25rem 0.5rem">
    <span style={{ whiteSpace: 'nowrap' }}>{formatDay(dateCreated)}</span>
    <Text span c="dimmed" fz="sm">
      {ageOf(dateCreated, today())}
    </Text>
  </Group>
)

const COLUMNS: readonly (Column<PendingInvoice> & { by?: PendingView['sort'] })[] = [
  { header: 'Invoice #', heading: true, cell: ({ invoiceNumber }) => invoiceNumber },
  { header: 'Vendor', phoneLabel: '', by: 'vendor', cell: ({ vendor }) => vendor },
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
