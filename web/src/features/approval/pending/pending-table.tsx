// The invoices that wait, oldest first unless told otherwise.
import type { PendingInvoice } from '@invoice-desk/contract/approval'
import { formatDate } from '@invoice-desk/contract/dates'
import { formatDollars } from '@invoice-desk/contract/money'
import { AppLink } from '../../../shared/app-link.tsx'
import { paths } from '../../../shared/paths.ts'
import { today } from '../../../shared/today.ts'
import { type Column, DataTable, type Sort } from '../../../shared/ui/data-table.tsx'
import { Pill } from '../../../shared/ui/pill.tsx'
import type { PendingView } from '../api.ts'
import { ageOf, dueMark } from './due.ts'
import classes from './pending-card.module.css'

type PendingTableProps = {
  readonly invoices: readonly PendingInvoice[]
  readonly view: PendingView
  readonly onView: (part: Partial<PendingView>) => void
}

export const PendingTable = ({ invoices, view, onView }: PendingTableProps) => {
  const sortBy = (sort: PendingView['sort']): Sort => ({
    direction: view.sort === sort ? (view.order === 'asc' ? 'ascending' : 'descending') : undefined,
    onToggle: () =>
      onView({ sort, order: view.sort === sort && view.order === 'asc' ? 'desc' : 'asc' }),
  })
  const columns: readonly Column<PendingInvoice>[] = [
    { header: 'Invoice #', heading: true, cell: numberOf },
    { header: 'Vendor', sort: sortBy('vendor'), cell: vendorOf },
    { header: 'Amount', align: 'end', sort: sortBy('amount'), cell: amountOf },
    { header: 'Due Date', sort: sortBy('due'), cell: Due },
    { header: 'Submitted', sort: sortBy('submitted'), cell: Age },
    { header: 'Actions', align: 'end', cell: Review },
  ]
  return (
    <DataTable
      caption="Pending invoices"
      columns={columns}
      rows={invoices}
      rowKey={({ id }) => id}
    />
  )
}

const numberOf = ({ invoiceNumber }: PendingInvoice) => invoiceNumber
const vendorOf = ({ vendor }: PendingInvoice) => vendor
const amountOf = ({ amount }: PendingInvoice) => formatDollars(amount)

const Review = ({ id, invoiceNumber }: PendingInvoice) => (
  <AppLink to={paths.approveInvoice(id)} aria-label={`Review ${invoiceNumber}`}>
    Review
  </AppLink>
)

const Due = ({ dueDate }: PendingInvoice) => {
  const mark = dueMark(dueDate, today())
  return (
    <span className={classes.marked}>
      {formatDate(dueDate)}
      {mark ? <Pill tone={mark === 'Overdue' ? 'negative' : 'warning'}>{mark}</Pill> : null}
    </span>
  )
}

const Age = ({ dateCreated }: PendingInvoice) => (
  <span className={classes.marked}>
    {formatDate(dateCreated)}
    <span className={classes.age}>{ageOf(dateCreated, Date.now())}</span>
  </span>
)
