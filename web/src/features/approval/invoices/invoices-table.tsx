// The table of invoices in every status.
import type { InvoiceSort, ListedInvoice } from '@invoice-desk/contract/approval/approval-invoices'
import { formatDollars } from '@invoice-desk/contract/values/money'
import { Text } from '@mantine/core'
import { AppLink } from '../../../shared/navigation/app-link.tsx'
import { paths } from '../../../shared/navigation/paths.ts'
import { formatDay } from '../../../shared/text/times.ts'
import { Pill } from '../../../shared/ui/pill.tsx'
import { StatusChip } from '../../../shared/ui/status-chip.tsx'
import { type Column, DataTable } from '../../../shared/ui/table/data-table.tsx'
import { canBeLate } from '../pending/due.ts'
import { DueDate } from '../pending/due-date.tsx'

type InvoicesTableProps = {
  readonly invoices: readonly ListedInvoice[]
  readonly sort: InvoiceSort
  readonly onSort: (sort: InvoiceSort) => void
}

export const InvoicesTable = ({ invoices, sort, onSort }: InvoicesTableProps) => (
  <DataTable
    caption="Invoices"
    columns={COLUMNS}
    rows={invoices}
    rowKey={({ id }) => id}
    sort={sort}
    onSort={onSort}
  />
)

const Day = ({ day, title }: { day: string; title?: string | undefined }) => (
  <span style={{ whiteSpace: 'nowrap' }} title={title}>
    {formatDay(day)}
  </span>
)

const NumberLink = ({ id, invoiceNumber }: ListedInvoice) => (
  <AppLink to={paths.approveInvoice(id)}>{invoiceNumber}</AppLink>
)

const Due = ({ dueDate, status }: ListedInvoice) => (
  <DueDate day={dueDate} canBeLate={canBeLate(status)} />
)

const Decided = ({ decidedAt, decidedBy }: ListedInvoice) =>
  decidedAt ? <Day day={decidedAt} title={decidedBy} /> : <None text="Not decided" />

const Posting = ({ posting: { state, billId } }: ListedInvoice) => {
  if (state === 'created') return billId ? `Bill ${billId}` : 'Added'
  if (state === 'waiting') return <Pill tone="warning">Waiting</Pill>
  if (state === 'failed') return <Pill tone="negative">Not added</Pill>
  return <None text="No bill" />
}

const None = ({ text }: { text: string }) => (
  <Text span inherit c="dimmed">
    <span aria-hidden="true">–</span>
    <span className="visually-hidden">{text}</span>
  </Text>
)

const COLUMNS: readonly Column<ListedInvoice, InvoiceSort>[] = [
  { header: 'Invoice #', heading: true, width: '6rem', by: 'number', cell: NumberLink },
  { header: 'Vendor', phoneLabel: '', by: 'vendor', cell: ({ vendor }) => vendor },
  {
    header: 'Amount',
    align: 'end',
    phone: 'amount',
    by: '-amount',
    cell: ({ amount }) => formatDollars(amount),
  },
  {
    header: 'Status',
    phone: 'action',
    by: 'status',
    cell: ({ status }) => <StatusChip status={status} />,
  },
  { header: 'Due Date', phoneLabel: 'Due', by: 'due', cell: Due },
  {
    header: 'Submitted',
    phone: 'hidden',
    by: '-submitted',
    cell: ({ dateCreated }) => <Day day={dateCreated} />,
  },
  { header: 'Decided', wideOnly: true, by: '-decided', cell: Decided },
  { header: 'QuickBooks', wideOnly: true, cell: Posting },
]
