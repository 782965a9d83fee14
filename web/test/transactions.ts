// Retailer transactions for page tests.
import type { ResponseOf } from '@invoice-desk/contract/http/endpoint'
import type {
  listTransactions,
  RetailerTransaction,
} from '@invoice-desk/contract/retailer/retailer'

export const transaction = (
  order_id: string,
  fields: Partial<RetailerTransaction> = {},
): RetailerTransaction => ({
  id: order_id,
  date: '2024-12-31',
  amount: 1.5,
  card_used: 'Visa ending in 4840',
  order_id,
  order_url: `https://www.amazon.com/order/${order_id}`,
  ...fields,
})

/** The list's answer. */
export const listed = (
  transactions: readonly RetailerTransaction[],
  total = { count: transactions.length, amount: 1.5 * transactions.length },
): ResponseOf<typeof listTransactions> => ({
  transactions: [...transactions],
  total,
  hasMore: transactions.length < total.count,
})

export const transactionsNamed = (...orders: readonly string[]) =>
  listed(orders.map((order) => transaction(order)))
