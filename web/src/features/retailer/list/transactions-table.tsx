// The table of transactions, also used for the import preview.

import type { RetailerTransaction, TransactionSort } from '@invoice-desk/contract/retailer/retailer'
import { formatDollars } from '@invoice-desk/contract/values/money'
import { Group, Text } from '@mantine/core'
import { Pill } from '../../../shared/ui/pill.tsx'
import { type Column, DataTable } from '../../../shared/ui/table/data-table.tsx'
import { localDate, safeLink } from '../texts.ts'

type TransactionsTableProps = {
  readonly caption: string
  readonly transactions: readonly RetailerTransaction[]
  readonly sort?: TransactionSort
  readonly onSort?: (sort: TransactionSort) => void
}

export const TransactionsTable = ({ transactions, ...props }: TransactionsTableProps) => (
  <DataTable {...props} columns={COLUMNS} rows={transactions} rowKey={({ id }) => id} />
)

const dayOf = ({ date }: RetailerTransaction) => localDate(date)
const cardOf = ({ card_used }: RetailerTransaction) => card_used || 'N/A'

const Amount = ({ amount }: RetailerTransaction) => (
  <Group component="span" display="inline-flex" gap="0.25rem 0.5rem" justify="flex-end">
    {amount < 0 ? <Pill tone="positive">Refund</Pill> : null}
    {formatDollars(amount)}
  </Group>
)

/** A charge may cover several orders; lines break between order ids, not within one. */
const OrderId = ({ order_id }: RetailerTransaction) => (
  <span style={{ overflowWrap: 'anywhere' }}>
    {order_id.split(/(?<=, )/).map((id) => (
      <span key={id} style={{ display: 'inline-block', whiteSpace: 'pre-wrap' }}>
        {id}
      </span>
    ))}
  </span>
)

const OrderLink = ({ order_id, order_url }: RetailerTransaction) => {
  const link = safeLink(order_url)
  if (!link)
    return (
      <Text inherit c="dimmed">
        No link
      </Text>
    )
  return (
    <a
      href={link}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`View Order ${order_id} (opens in a new tab)`}
    >
      View Order
    </a>
  )
}

const COLUMNS: readonly Column<RetailerTransaction, TransactionSort>[] = [
  { header: 'Date', heading: true, by: '-date', cell: dayOf },
  { header: 'Amount', align: 'end', phone: 'amount', by: '-amount', cell: Amount },
  { header: 'Card Used', phoneLabel: '', by: 'card', cell: cardOf },
  { header: 'Order ID', phoneLabel: '', by: 'order', cell: OrderId },
  { header: 'Actions', align: 'end', phone: 'action', cell: OrderLink },
]
