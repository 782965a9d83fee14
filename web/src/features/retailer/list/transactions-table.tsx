// The table of transactions, also used for the import preview.
import { formatDollars } from '@invoice-desk/contract/money'
import type { RetailerTransaction, TransactionSort } from '@invoice-desk/contract/retailer'
import { type Column, DataTable, type Sort } from '../../../shared/ui/data-table.tsx'
import { Pill } from '../../../shared/ui/pill.tsx'
import { localDate, safeLink } from '../texts.ts'
import classes from './transactions-table.module.css'

type TransactionsTableProps = {
  readonly caption: string
  readonly transactions: readonly RetailerTransaction[]
  readonly sort?: TransactionSort
  readonly onSort?: (sort: TransactionSort) => void
}

type Sorted = 'date' | 'amount' | 'card' | 'order'

/** The first sort order of each column: newest, highest, A to Z. */
const FIRST = {
  date: '-date',
  amount: '-amount',
  card: 'card',
  order: 'order',
} as const satisfies Record<Sorted, TransactionSort>

const opposite = (sort: TransactionSort): TransactionSort =>
  (sort.startsWith('-') ? sort.slice(1) : `-${sort}`) as TransactionSort

export const TransactionsTable = (props: TransactionsTableProps) => {
  const { caption, transactions, sort, onSort } = props
  const sortBy = (column: Sorted): { sort?: Sort } => {
    if (!onSort) return {}
    const direction =
      sort === column ? 'ascending' : sort === `-${column}` ? 'descending' : undefined
    const onToggle = () => onSort(direction && sort ? opposite(sort) : FIRST[column])
    return { sort: { direction, onToggle } }
  }
  const columns: readonly Column<RetailerTransaction>[] = [
    { header: 'Date', heading: true, ...sortBy('date'), cell: dayOf },
    { header: 'Amount', align: 'end', ...sortBy('amount'), cell: Amount },
    { header: 'Card Used', ...sortBy('card'), cell: cardOf },
    { header: 'Order ID', ...sortBy('order'), cell: OrderId },
    { header: 'Actions', align: 'end', cell: OrderLink },
  ]
  return (
    <DataTable caption={caption} columns={columns} rows={transactions} rowKey={({ id }) => id} />
  )
}

const dayOf = ({ date }: RetailerTransaction) => localDate(date)
const cardOf = ({ card_used }: RetailerTransaction) => card_used || 'N/A'

const Amount = ({ amount }: RetailerTransaction) => (
  <span className={classes.amount}>
    {amount < 0 ? <Pill tone="positive">Refund</Pill> : null}
    {formatDollars(amount)}
  </span>
)

/** A charge may cover several orders; lines break between order ids, not within one. */
const OrderId = ({ order_id }: RetailerTransaction) => (
  <span className={classes.orders}>
    {order_id.split(/(?<=, )/).map((id) => (
      <span key={id} className={classes.order}>
        {id}
      </span>
    ))}
  </span>
)

const OrderLink = ({ order_id, order_url }: RetailerTransaction) => {
  const link = safeLink(order_url)
  if (!link) return <span className={classes.none}>No link</span>
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
