// The merchant's orders, captures, refunds and disputes.
import type { Store } from '../store.ts'
import { now } from './ids.ts'
import type { Capture, CaptureRow, Dispute, DisputeRow, OrderRow, RefundRow } from './wire.ts'

export type Books = ReturnType<typeof openBooks>

/** PayPal deletes unpaid orders after three hours. */
const UNPAID_KEPT_MS = 3 * 60 * 60 * 1000

export const openBooks = (store: Store) => {
  const orders = store.collection<OrderRow>('paypal/single-orders')
  const captures = store.collection<CaptureRow>('paypal/captures')
  const refunds = store.collection<RefundRow>('paypal/refunds')
  const disputes = store.collection<DisputeRow>('paypal/disputes')
  return {
    orders,
    captures,
    refunds,
    disputes,
    findOrder: (id: string): OrderRow | undefined => {
      const row = orders.get(id)
      if (!row || row.status === 'COMPLETED') return row
      return Date.now() - row.createdAtMs < UNPAID_KEPT_MS ? row : undefined
    },
    saveOrder: (row: OrderRow, change: Partial<OrderRow> = {}) =>
      orders.set(row.id, { ...row, ...change, update_time: now() }),
    saveCapture: (row: CaptureRow, change: Partial<Capture>) =>
      captures.set(row.capture.id, {
        ...row,
        capture: { ...row.capture, ...change, update_time: now() },
      }),
    saveDispute: (row: DisputeRow, change: Partial<Dispute>) =>
      disputes.set(row.dispute.dispute_id, {
        ...row,
        dispute: { ...row.dispute, ...change, update_time: now() },
      }),
    captureOf: (orderId: string) => captures.list().find((row) => row.orderId === orderId),
    refundsOf: (captureId: string) => refunds.list().filter((row) => row.captureId === captureId),
    disputesOf: (captureId: string) =>
      disputes
        .list()
        .filter(({ dispute }) =>
          dispute.disputed_transactions.some((each) => each.seller_transaction_id === captureId),
        ),
    clear: () => {
      for (const each of [orders, captures, refunds, disputes]) each.clear()
    },
  }
}
