// The table of payments.

import type { PaymentAttempt } from '@invoice-desk/contract/payments/admin'
import type { AttemptSort } from '@invoice-desk/contract/payments/list'
import { PAYMENT_METHODS } from '@invoice-desk/contract/payments/payment-methods'
import { formatDollars } from '@invoice-desk/contract/values/money'
import { Text } from '@mantine/core'
import { formatDay } from '../../../shared/text/times.ts'
import { type Column, DataTable } from '../../../shared/ui/table/data-table.tsx'
import { AttemptLink } from './attempt-link.tsx'
import { formatTime, StatePill } from './states.tsx'

type AttemptsTableProps = {
  readonly attempts: readonly PaymentAttempt[]
  readonly sort: AttemptSort
  readonly onSort: (sort: AttemptSort) => void
}

export const AttemptsTable = ({ attempts, sort, onSort }: AttemptsTableProps) => (
  <DataTable
    caption="Payments"
    columns={COLUMNS}
    rows={attempts}
    rowKey={({ id }) => id}
    sort={sort}
    onSort={onSort}
  />
)

const NUMBERS_SHOWN_MAX = 3

const firstFew = (numbers: readonly string[]): string =>
  numbers.slice(0, NUMBERS_SHOWN_MAX).join(', ')

const NOWRAP = { whiteSpace: 'nowrap' } as const

const COLUMNS: readonly Column<PaymentAttempt, AttemptSort>[] = [
  {
    header: 'Customer',
    heading: true,
    width: '22%',
    by: 'customer',
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
    phoneLabel: '',
    cell: ({ invoiceNumbers }) => {
      const more = invoiceNumbers.length - NUMBERS_SHOWN_MAX
      return `${firstFew(invoiceNumbers)}${more > 0 ? ` and ${more} more` : ''}`
    },
  },
  {
    header: 'Amount',
    align: 'end',
    phone: 'amount',
    by: '-amount',
    cell: ({ amount }) => formatDollars(amount),
  },
  {
    header: 'Method',
    wideOnly: true,
    cell: ({ method }) => PAYMENT_METHODS[method].label,
  },
  { header: 'Status', phoneLabel: '', cell: (attempt) => <StatePill attempt={attempt} /> },
  {
    header: 'Started',
    by: '-started',
    phoneLabel: '',
    cell: ({ createdAt }) => (
      <time dateTime={createdAt}>
        <span style={NOWRAP}>{formatDay(createdAt)}</span>{' '}
        <Text span size="sm" c="dimmed" display={{ base: 'inline', sm: 'block' }}>
          {formatTime(createdAt)}
        </Text>
      </time>
    ),
  },
  {
    header: 'Actions',
    align: 'end',
    phone: 'action',
    cell: ({ id, companyName, invoiceNumbers }) => (
      <AttemptLink
        id={id}
        label={`Details of the payment by ${companyName} for ${firstFew(invoiceNumbers)}`}
      >
        Details
      </AttemptLink>
    ),
  },
]
