// The table of payments.
import { formatDate } from '@invoice-desk/contract/dates'
import { formatDollars } from '@invoice-desk/contract/money'
import { PAYMENT_METHODS } from '@invoice-desk/contract/payment-methods'
import type { PaymentAttempt } from '@invoice-desk/contract/payments-admin'
import { Button, Text } from '@mantine/core'
import { useCallback } from 'react'
import { type Column, DataTable } from '../../../shared/ui/data-table.tsx'
import { useStable } from '../../../shared/use-stable.ts'
import { StatePill } from './state-pill.tsx'
import { formatTime } from './states.ts'

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
        aria-label={`Details of the payment by ${companyName} for ${firstFew(invoiceNumbers)}`}
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

const NUMBERS_SHOWN_MAX = 3

const firstFew = (numbers: readonly string[]): string =>
  numbers.slice(0, NUMBERS_SHOWN_MAX).join(', ')

const COLUMNS: readonly AttemptColumn[] = [
  {
    header: 'Customer',
    heading: true,
    cell: ({ companyName, customer, payerName }) => (
      <>
        {companyName}
        <Text size="sm" c="dimmed">
          {customer === '' || customer === companyName ? payerName : `for ${customer}`}
        </Text>
      </>
    ),
  },
  {
    header: 'Invoices',
    cell: ({ invoiceNumbers }) => {
      const more = invoiceNumbers.length - NUMBERS_SHOWN_MAX
      return `${firstFew(invoiceNumbers)}${more > 0 ? ` and ${more} more` : ''}`
    },
  },
  { header: 'Amount', align: 'end', cell: ({ amount }) => formatDollars(amount) },
  {
    header: 'Method',
    cell: ({ method }) => <Nowrap>{PAYMENT_METHODS[method].label}</Nowrap>,
  },
  { header: 'Status', cell: (attempt) => <StatePill attempt={attempt} /> },
  {
    header: 'Started',
    cell: ({ createdAt }) => (
      <time dateTime={createdAt}>
        <Nowrap>{formatDate(createdAt)}</Nowrap>
        <Text span size="sm" c="dimmed" display="block">
          {formatTime(createdAt)}
        </Text>
      </time>
    ),
  },
]

const Nowrap = ({ children }: { children: string }) => (
  <span style={{ whiteSpace: 'nowrap' }}>{children}</span>
)
