// What the merchant's account holds.
import type { Store } from '../store.ts'
import { now } from './ids.ts'
import type { WebhookEvent } from './webhooks/events.ts'
import type { Capture, CaptureRow, Dispute, DisputeRow, OrderRow, RefundRow } from './wire.ts'

export type Books = ReturnType<typeof openBooks>

/** PayPal forgets orders that nobody paid. */
const UNPAID_KEPT_MS = 3 * 60 * 60 * 1000

export const openBooks = (store: Store) => {
  const orders = store.collection<OrderRow>('paypal/orders')
  const captures = store.collection<CaptureRow>('paypal/captures')
  const refunds = store.collection<RefundRow>('paypal/refunds')
  const disputes = store.collection<DisputeRow>('paypal/disputes')
  const events = store.collection<WebhookEvent>('paypal/events')

  return {
    orders,
    captures,
    refunds,
    disputes,
    events,
    findOrder: (id: string): OrderRow | undefined => {
      const row = orders.get(id)
      if (!row || row.status === 'COMPLETED') return row
      return Date.now() - row.createdAtMs < UNPAID_KEPT_MS ? row : undefined
    },
    saveOrder: (row: OrderRow, change: Partial<OrderRow> = {}): OrderRow =>
      orders.set(row.id, { ...row, ...change, update_time: now() }),
    saveCapture: (row: CaptureRow, change: Partial<Capture>): CaptureRow =>
      captures.set(row.capture.id, {
        ...row,
        capture: { ...row.capture, ...change, update_time: now() },
      }),
    saveDispute: (row: DisputeRow, change: Partial<Dispute>): DisputeRow =>
      disputes.set(row.dispute.dispute_id, {
        ...row,
        dispute: { ...row.dispute, ...change, update_time: now() },
      }),
    capturesOf: (orderId: string): CaptureRow[] =>
      captures.list().filter((row) => row.orderId === orderId),
    refundsOf: (captureId: string): RefundRow[] =>
      refunds.list().filter((row) => row.captureId === captureId),
    disputesOf: (captureId: string): DisputeRow[] =>
      disputes.list().filter((row) => row.captureId === captureId),
    clear: () => {
      for (const each of [orders, captures, refunds, disputes, events]) each.clear()
    },
  }
}
