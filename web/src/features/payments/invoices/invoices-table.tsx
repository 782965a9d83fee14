// The invoices of the customer: which to pay, how much on each, and what was paid before.
import type { PayableInvoice } from '@invoice-desk/contract/accounting-invoices'
import { formatDate } from '@invoice-desk/contract/dates'
import { formatMoney } from '@invoice-desk/contract/money'
import { Checkbox } from '@mantine/core'
import { memo } from 'react'
import { today } from '../../../shared/today.ts'
import { ContactLink } from '../../../shared/ui/contact-link.tsx'
import { type Column, DataTable } from '../../../shared/ui/data-table.tsx'
import { Pill } from '../../../shared/ui/pill.tsx'
import { PaymentInput } from '../attempt/payment-input.tsx'
import {
  isOpen,
  isOverdue,
  isPayable,
  money,
  paidCents,
  type Selection,
  spanOf,
  toggleAll,
  toggleInvoice,
  withAmount,
} from './invoices.ts'
import classes from './invoices-table.module.css'

type Change = (selection: Selection) => Selection

type InvoicesTableProps = {
  readonly invoices: readonly PayableInvoice[]
  readonly selection: Selection
  /** Nothing can be chosen while a payment is on its way, or after it. */
  readonly isLocked: boolean
  readonly onSelect: (change: Change) => void
  readonly onHistory: (invoice: PayableInvoice) => void
}

export const InvoicesTable = (props: InvoicesTableProps) => (
  <div className={classes.table}>
    <div className={classes.phoneAll}>
      <AllCheckbox {...props} label="Select all invoices" />
    </div>
    <DataTable
      caption="Invoices"
      columns={columnsOf(props)}
      rows={props.invoices}
      rowKey={({ id }) => id}
    />
  </div>
)

const AllCheckbox = ({
  invoices,
  selection,
  isLocked,
  onSelect,
  label,
}: InvoicesTableProps & { readonly label?: string }) => {
  const span = spanOf(selection, invoices)
  return (
    <Checkbox
      {...(label ? { label } : { 'aria-label': 'Select all invoices' })}
      checked={span === 'all'}
      indeterminate={span === 'some'}
      disabled={isLocked || !invoices.some(isPayable)}
      onChange={() => onSelect((now) => toggleAll(now, invoices))}
    />
  )
}

type InvoiceColumn = Column<PayableInvoice>

const columnsOf = (props: InvoicesTableProps): InvoiceColumn[] => {
  const { selection, isLocked, onSelect, onHistory } = props
  return [
    {
      header: 'Select',
      control: <AllCheckbox {...props} />,
      cell: (invoice) => (
        <InvoiceCheckbox
          invoice={invoice}
          isSelected={selection.has(invoice.id)}
          {...{ isLocked, onSelect }}
        />
      ),
    },
    {
      header: 'Invoice #',
      heading: true,
      cell: ({ invoiceNumber }) => <span className={classes.number}>{invoiceNumber}</span>,
    },
    { header: 'Date', cell: ({ date }) => <span className={classes.day}>{formatDate(date)}</span> },
    { header: 'Due Date', cell: (invoice) => <DueDate invoice={invoice} /> },
    { header: 'Amount', align: 'end', cell: ({ amount, currency }) => money(amount, currency) },
    {
      header: 'Payments',
      align: 'end',
      cell: (invoice) => <PaymentsMade {...{ invoice, onHistory }} />,
    },
    {
      header: 'Balance',
      align: 'end',
      cell: ({ balance, currency }) => (
        <span className={classes.balance}>{money(balance, currency)}</span>
      ),
    },
    {
      header: 'Payment',
      align: 'end',
      cell: (invoice) => {
        if (!isOpen(invoice)) return <Pill tone="positive">Paid</Pill>
        if (!isPayable(invoice)) return <BankTransferNote invoice={invoice} />
        const cents = selection.get(invoice.id)
        if (cents === undefined) return <span className={classes.none}>–</span>
        return <InvoiceAmount {...{ invoice, cents, isLocked, onSelect }} />
      },
    },
  ]
}

type RowProps = Pick<InvoicesTableProps, 'isLocked' | 'onSelect'> & {
  readonly invoice: PayableInvoice
}

// A customer may have hundreds of invoices: what does not change is not drawn again with each key.
const InvoiceCheckbox = memo(
  ({ invoice, isSelected, isLocked, onSelect }: RowProps & { readonly isSelected: boolean }) => (
    <Checkbox
      aria-label={`Select invoice ${invoice.invoiceNumber}`}
      checked={isSelected}
      disabled={isLocked || !isPayable(invoice)}
      aria-describedby={isOpen(invoice) && !isPayable(invoice) ? noteIdOf(invoice) : undefined}
      onChange={() => onSelect((now) => toggleInvoice(now, invoice))}
    />
  ),
)

const noteIdOf = ({ id }: PayableInvoice): string => `bank-transfer-${id}`

const BankTransferNote = memo(({ invoice }: { invoice: PayableInvoice }) => (
  <p id={noteIdOf(invoice)} className={classes.note}>
    Please pay this invoice by bank transfer; contact <ContactLink />.
  </p>
))

const InvoiceAmount = memo(
  ({ invoice, cents, isLocked, onSelect }: RowProps & { readonly cents: number }) => (
    <PaymentInput
      {...{ invoice, cents, isLocked }}
      onAmount={(entered) => onSelect((now) => withAmount(now, invoice, entered))}
    />
  ),
)

const DueDate = memo(({ invoice }: { invoice: PayableInvoice }) => (
  <span className={classes.due}>
    <span className={classes.day}>{formatDate(invoice.dueDate)}</span>
    {isOverdue(invoice, today()) ? <Pill tone="negative">Overdue</Pill> : null}
  </span>
))

type PaymentsMadeProps = Pick<InvoicesTableProps, 'onHistory'> & Pick<RowProps, 'invoice'>

const PaymentsMade = memo(({ invoice, onHistory }: PaymentsMadeProps) => {
  const { length } = invoice.payments
  const count = length === 0 ? 'No payments' : `${length} payment${length === 1 ? '' : 's'}`
  return (
    <span className={classes.made}>
      {formatMoney(paidCents(invoice), invoice.currency)}
      <button
        type="button"
        className={classes.history}
        aria-haspopup="dialog"
        aria-label={`${count}: history of invoice ${invoice.invoiceNumber}`}
        onClick={() => onHistory(invoice)}
      >
        {count}
      </button>
    </span>
  )
})
