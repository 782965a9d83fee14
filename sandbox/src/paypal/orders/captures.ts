// Taking the money of an approved order: at once, after a wait, or not at all.

import { detail, notFound, PayPalFault, unprocessable } from '../api/fault.ts'
import { newId, now } from '../ids.ts'
import type { Merchant } from '../merchant.ts'
import type { EventType } from '../webhooks/events.ts'
import type { Capture, CaptureRow, CaptureStatus, Choice, OrderRow, UnitRequest } from '../wire.ts'
import { centsOf, feeOf, moneyOf } from './amounts.ts'
import { approveUrl, fullOrder, getOrder } from './orders.ts'

export const captureOrder = (merchant: Merchant, id: string): OrderRow => {
  const { books, emit } = merchant
  const row = getOrder(merchant, id)
  if (row.status === 'COMPLETED') throw unprocessable(detail('ORDER_ALREADY_CAPTURED'))
  if (row.status !== 'APPROVED') throw unprocessable(detail('ORDER_NOT_APPROVED'))
  if (row.units.some(({ invoice_id }) => isPaidAlready(merchant, invoice_id)))
    throw unprocessable(detail('DUPLICATE_INVOICE_ID'))
  const refusal = REFUSALS[row.choice ?? 'approve']
  if (refusal)
    throw new PayPalFault(
      'UNPROCESSABLE_ENTITY',
      [detail(refusal.issue)],
      refusal.rel ? [{ href: approveUrl(merchant.url, id), rel: refusal.rel, method: 'GET' }] : [],
    )
  const completed = books.saveOrder(row, { status: 'COMPLETED' })
  for (const unit of row.units) {
    const capture = newCapture(merchant, row, unit)
    books.captures.set(capture.id, { capture, orderId: id, referenceId: unit.reference_id })
    emit(EVENT_OF[capture.status], capture)
  }
  emit('CHECKOUT.ORDER.COMPLETED', fullOrder(merchant, completed))
  return completed
}

/** This account wants each invoice number paid only once. */
const isPaidAlready = ({ books }: Merchant, invoiceId: string | undefined): boolean =>
  invoiceId !== undefined &&
  books.captures
    .list()
    .some(({ capture }) => capture.invoice_id === invoiceId && !isUnpaid(capture.status))

/** The money was never taken, and never will be. */
export const isUnpaid = (status: CaptureStatus): boolean =>
  status === 'DECLINED' || status === 'FAILED'

/** Nothing is captured; with `rel` the payer has to come back to the window it links to. */
const REFUSALS: Partial<Record<Choice, { readonly issue: string; readonly rel?: string }>> = {
  decline: { issue: 'INSTRUMENT_DECLINED', rel: 'redirect' },
  'alternate-funding': { issue: 'REDIRECT_PAYER_FOR_ALTERNATE_FUNDING', rel: 'redirect' },
  'payer-action': { issue: 'PAYER_ACTION_REQUIRED', rel: 'payer-action' },
  'transaction-refused': { issue: 'TRANSACTION_REFUSED' },
}

const EVENT_OF: Readonly<Record<CaptureStatus, EventType>> = {
  COMPLETED: 'PAYMENT.CAPTURE.COMPLETED',
  PENDING: 'PAYMENT.CAPTURE.PENDING',
  DECLINED: 'PAYMENT.CAPTURE.DENIED',
  FAILED: 'PAYMENT.CAPTURE.DENIED',
  PARTIALLY_REFUNDED: 'PAYMENT.CAPTURE.REFUNDED',
  REFUNDED: 'PAYMENT.CAPTURE.REFUNDED',
}

const STATUS_OF: Partial<Record<Choice, CaptureStatus>> = {
  pending: 'PENDING',
  'capture-declined': 'DECLINED',
  'capture-failed': 'FAILED',
}

const newCapture = (merchant: Merchant, row: OrderRow, unit: UnitRequest): Capture => {
  const id = newId()
  const status = STATUS_OF[row.choice ?? 'approve'] ?? 'COMPLETED'
  const { currency_code, value } = unit.amount
  const self = `${merchant.url}/v2/payments/captures/${id}`
  return {
    id,
    status,
    ...(status === 'PENDING' && { status_details: { reason: 'PENDING_REVIEW' } }),
    amount: { currency_code, value },
    final_capture: true,
    seller_protection:
      status === 'COMPLETED'
        ? {
            status: 'ELIGIBLE',
            dispute_categories: ['ITEM_NOT_RECEIVED', 'UNAUTHORIZED_TRANSACTION'],
          }
        : { status: 'NOT_ELIGIBLE' },
    ...(status === 'COMPLETED' && { seller_receivable_breakdown: receivable(unit.amount) }),
    ...(unit.invoice_id !== undefined && { invoice_id: unit.invoice_id }),
    ...(unit.custom_id !== undefined && { custom_id: unit.custom_id }),
    supplementary_data: { related_ids: { order_id: row.id } },
    create_time: now(),
    update_time: now(),
    links: [
      { href: self, rel: 'self', method: 'GET' },
      { href: `${self}/refund`, rel: 'refund', method: 'POST' },
      { href: `${merchant.url}/v2/checkout/orders/${row.id}`, rel: 'up', method: 'GET' },
    ],
  }
}

const receivable = (amount: UnitRequest['amount']) => {
  const { currency_code, value } = amount
  const gross = centsOf(amount)
  const fee = feeOf(gross)
  return {
    gross_amount: { currency_code, value },
    paypal_fee: moneyOf(fee, currency_code),
    net_amount: moneyOf(gross - fee, currency_code),
  }
}

export const getCapture = ({ books }: Merchant, id: string): CaptureRow => {
  const row = books.captures.get(id)
  if (!row) throw notFound()
  return row
}

/** What PayPal decides about a capture that waits. */
export const settlePending = (
  merchant: Merchant,
  id: string,
  status: 'COMPLETED' | 'DECLINED',
): CaptureRow => {
  const row = getCapture(merchant, id)
  if (row.capture.status !== 'PENDING') return row
  const { status_details: _, ...capture } = row.capture
  const settled = merchant.books.saveCapture(
    { ...row, capture },
    {
      status,
      ...(status === 'COMPLETED' && { seller_receivable_breakdown: receivable(capture.amount) }),
    },
  )
  merchant.emit(EVENT_OF[status], settled.capture)
  return settled
}
