// The payments in view: who pays what, how, and where it stands.
import { formatDate } from '@invoice-desk/contract/dates'
import { formatUsd } from '@invoice-desk/contract/money'
import type { PaymentAttempt } from '@invoice-desk/contract/payments-admin'
import { Button } from '@mantine/core'
import { useCallback } from 'react'
import { type Column, DataTable } from '../../../shared/ui/data-table.tsx'
import { useStable } from '../../../shared/use-stable.ts'
import classes from './attempts-table.module.css'
import { StatePill } from './state-pill.tsx'
import { METHOD_LABELS, timeOf } from './states.ts'

type AttemptsTableProps = {
  readonly attempts: readonly PaymentAttempt[]
  readonly onOpen: (id: string) => void
}

type AttemptColumn = Column<PaymentAttempt>

export const AttemptsTable = ({ attempts, onOpen }: AttemptsTableProps) => {
  const open = useStable(onOpen)
  const cell = useCallback<AttemptColumn['cell']>(
    ({ id, companyName, invoiceNumbers }) => (
      <Button
        variant="default"
        size="xs"
        aria-label={`Details of the payment by ${companyName} for ${shortened(invoiceNumbers)}`}
        onClick={() => open(id)}
      >
        Details
      </Button>
    ),
    [open],
  )
  const columns = [...COLUMNS, { header: 'Actions', align: 'end', cell } as const]
  return <DataTable caption="Payments" columns={columns} rows={attempts} rowKey={({ id }) => id} />
}

/** The name that the payer gave, and the customer's own where that is another. */
const Payer = ({ companyName, customer, payerName }: PaymentAttempt) => (
  <span className={classes.payer}>
    <span>{companyName}</span>
    <span className={classes.faint}>
      {customer === '' || customer === companyName ? payerName : `for ${customer}`}
    </span>
  </span>
)

const Begun = ({ at }: { at: string }) => (
  <time dateTime={at} className={classes.moment}>
    <span className={classes.line}>{formatDate(at)}</span>{' '}
    <span className={classes.faint}>{timeOf(at)}</span>
  </time>
)

const SHOWN_MAX = 3

const shortened = (numbers: readonly string[]): string => numbers.slice(0, SHOWN_MAX).join(', ')

const Numbers = ({ numbers }: { numbers: readonly string[] }) => {
  const more = numbers.length - SHOWN_MAX
  return (
    <span className={classes.numbers}>
      {shortened(numbers)}
      {more > 0 ? <span className={classes.faint}> and {more} more</span> : null}
    </span>
  )
}

const COLUMNS: readonly AttemptColumn[] = [
  { header: 'Payer', heading: true, cell: (attempt) => <Payer {...attempt} /> },
  { header: 'Invoices', cell: ({ invoiceNumbers }) => <Numbers numbers={invoiceNumbers} /> },
  {
    header: 'Amount',
    align: 'end',
    cell: ({ amount }) => formatUsd(Math.round(amount * 100)),
  },
  {
    header: 'Paid by',
    cell: ({ method }) => <span className={classes.line}>{METHOD_LABELS[method]}</span>,
  },
  { header: 'State', cell: (attempt) => <StatePill attempt={attempt} /> },
  { header: 'Begun', cell: ({ createdAt }) => <Begun at={createdAt} /> },
]
