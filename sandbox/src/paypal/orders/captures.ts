// Captures an approved order: completed, pending, declined or refused.
import { detail, faultNameOf, notFound, PayPalFault, unprocessable } from '../api/fault.ts'
import { newId, now } from '../ids.ts'
import type { Merchant } from '../merchant.ts'
import type { EventType } from '../webhooks/events.ts'
import {
  type Capture,
  type CaptureRow,
  type CaptureStatus,
  type Choice,
  linkTo,
  type Money,
  type OrderRow,
} from '../wire.ts'
import { centsOf, feeOf, moneyOf } from './amounts.ts'
import { CAPTURE_ISSUES, type CaptureIssue, isCaptureIssue } from './capture-issues.ts'
import { approveUrl, fullOrder, getOrder } from './orders.ts'

export const captureOrder = (merchant: Merchant, id: string): OrderRow => {
  const { books, emit } = merchant
  const row = getOrder(merchant, id)
  if (row.status === 'COMPLETED') throw unprocessable(detail('ORDER_ALREADY_CAPTURED'))
  if (row.status !== 'APPROVED') throw unprocessable(detail('ORDER_NOT_APPROVED'))
  if (isPaidAlready(merchant, row.unit.invoice_id))
    throw unprocessable(detail('DUPLICATE_INVOICE_ID'))
  refuseAsChosen(merchant, row)
  const completed = books.saveOrder(row, { status: 'COMPLETED' })
  const capture = newCapture(merchant, row)
  books.captures.set(capture.id, { capture, orderId: id })
  emit(EVENT_OF[capture.status], capture)
  emit('CHECKOUT.ORDER.COMPLETED', fullOrder(merchant, completed))
  return completed
}

/** This account accepts each invoice number only once. */
const isPaidAlready = ({ books }: Merchant, invoiceId: string | undefined): boolean =>
  invoiceId !== undefined &&
  books.captures
    .list()
    .some(({ capture }) => capture.invoice_id === invoiceId && !isUnpaid(capture.status))

/** No money was taken. */
export const isUnpaid = (status: CaptureStatus): boolean =>
  status === 'DECLINED' || status === 'FAILED'

/** Nothing is captured if the tester chose an issue, by its own name or by a choice of the payer. */
const refuseAsChosen = ({ url }: Merchant, { id, choice = 'approve' }: OrderRow): void => {
  const issue = isCaptureIssue(choice) ? choice : ISSUE_OF[choice]
  if (!issue) return
  const rel = REL_OF[issue]
  const links = rel ? [linkTo(approveUrl(url, id), rel)] : []
  throw new PayPalFault(faultNameOf(CAPTURE_ISSUES.get(issue) ?? 422), [detail(issue)], links)
}

const ISSUE_OF: Partial<Record<Choice, CaptureIssue>> = {
  decline: 'INSTRUMENT_DECLINED',
  'alternate-funding': 'REDIRECT_PAYER_FOR_ALTERNATE_FUNDING',
  'payer-action': 'PAYER_ACTION_REQUIRED',
  'transaction-refused': 'TRANSACTION_REFUSED',
}

/** The link to the window where the payer can choose again. */
const REL_OF: Partial<Record<CaptureIssue, string>> = {
  INSTRUMENT_DECLINED: 'redirect',
  REDIRECT_PAYER_FOR_ALTERNATE_FUNDING: 'redirect',
  PAYER_ACTION_REQUIRED: 'payer-action',
}

const EVENT_OF: Readonly<Record<CaptureStatus, EventType>> = {
  COMPLETED: 'PAYMENT.CAPTURE.COMPLETED',
  PENDING: 'PAYMENT.CAPTURE.PENDING',
  DECLINED: 'PAYMENT.CAPTURE.DENIED',
  FAILED: 'PAYMENT.CAPTURE.DENIED',
  PARTIALLY_REFUNDED: 'PAYMENT.CAPTURE.REFUNDED',
  REFUNDED: 'PAYMENT.CAPTURE.REFUNDED',
}

const STATUS_OF: Partial<Record<Choice | CaptureIssue, CaptureStatus>> = {
  pending: 'PENDING',
  'capture-declined': 'DECLINED',
  'capture-failed': 'FAILED',
}

const newCapture = ({ url }: Merchant, { id: order_id, unit, choice }: OrderRow): Capture => {
  const id = newId()
  const status = STATUS_OF[choice ?? 'approve'] ?? 'COMPLETED'
  const self = `${url}/v2/payments/captures/${id}`
  return {
    id,
    status,
    ...(status === 'PENDING' && { status_details: { reason: 'PENDING_REVIEW' } }),
    amount: unit.amount,
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
    supplementary_data: { related_ids: { order_id } },
    create_time: now(),
    update_time: now(),
    links: [
      linkTo(self, 'self'),
      linkTo(`${self}/refund`, 'refund', 'POST'),
      linkTo(`${url}/v2/checkout/orders/${order_id}`, 'up'),
    ],
  }
}

const receivable = (gross_amount: Money) => {
  const gross = centsOf(gross_amount)
  const fee = feeOf(gross)
  return {
    gross_amount,
    paypal_fee: moneyOf(fee, gross_amount.currency_code),
    net_amount: moneyOf(gross - fee, gross_amount.currency_code),
  }
}

export const getCapture = ({ books }: Merchant, id: string): CaptureRow => {
  const row = books.captures.get(id)
  if (!row) throw notFound()
  return row
}

/** PayPal completes or declines a pending capture. */
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
