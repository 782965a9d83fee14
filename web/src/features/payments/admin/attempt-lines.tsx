// What a payment puts on which invoice.
import { formatUsd } from '@invoice-desk/contract/money'
import type { PaymentAttemptDetails } from '@invoice-desk/contract/payments-admin'
import { type Column, DataTable } from '../../../shared/ui/data-table.tsx'
import classes from './attempt-dialog.module.css'

type Line = PaymentAttemptDetails['lines'][number]

const dollars = (amount: number): string => formatUsd(Math.round(amount * 100))

const columns: readonly Column<Line>[] = [
  { header: 'Invoice #', heading: true, cell: ({ invoiceNumber }) => invoiceNumber },
  { header: 'Balance before', align: 'end', cell: ({ balanceBefore }) => dollars(balanceBefore) },
  { header: 'Payment', align: 'end', cell: ({ amount }) => dollars(amount) },
  {
    header: 'Remaining',
    align: 'end',
    cell: ({ amount, balanceBefore }) => dollars(balanceBefore - amount),
  },
]

export const AttemptLines = ({ lines }: Pick<PaymentAttemptDetails, 'lines'>) => (
  <section>
    <h3 className={classes.heading}>Invoices</h3>
    <DataTable
      caption="Invoices of this payment"
      columns={columns}
      rows={lines}
      rowKey={({ invoiceNumber }) => invoiceNumber}
    />
  </section>
)
