// Full and partial refunds by the merchant, and chargebacks by PayPal.
import { isRecord } from '../../web/browser.ts'
import { createReader } from '../api/check-fields.ts'
import { detail, invalidRequest, notFound, unprocessable } from '../api/fault.ts'
import type { Books } from '../books.ts'
import { newId, now } from '../ids.ts'
import type { Merchant } from '../merchant.ts'
import { type CaptureRow, linkTo, type Money, type Refund, type RefundRow } from '../wire.ts'
import { centsOf, moneyOf, problemOf } from './amounts.ts'
import { getCapture, isUnpaid } from './captures.ts'

export const refundCapture = (merchant: Merchant, captureId: string, body: unknown): RefundRow => {
  const row = getCapture(merchant, captureId)
  const read = createReader()
  const fields = isRecord(body) ? body : {}
  const amount = read.money(fields, 'amount', '')
  read.allowOnly(fields, '', ['amount'])
  if (read.wrong.length > 0) throw invalidRequest(...read.wrong)
  const { custom_id } = row.capture
  return saveRefund(merchant, row, amount, custom_id === undefined ? {} : { custom_id })
}

/** A chargeback: PayPal takes back the rest. It doesn't contain the order's custom id. */
export const reverseCapture = (merchant: Merchant, captureId: string): RefundRow =>
  saveRefund(
    merchant,
    getCapture(merchant, captureId),
    undefined,
    { note_to_payer: 'Payment reversed' },
    'PAYMENT.CAPTURE.REVERSED',
  )

/** Cents that can still be refunded. */
export const leftOf = (books: Books, { capture }: CaptureRow): bigint =>
  books
    .refundsOf(capture.id)
    .reduce((left, { refund }) => left - centsOf(refund.amount), centsOf(capture.amount))

const saveRefund = (
  merchant: Merchant,
  row: CaptureRow,
  amount: Money | undefined,
  texts: Pick<Refund, 'custom_id' | 'note_to_payer'>,
  event: 'PAYMENT.CAPTURE.REFUNDED' | 'PAYMENT.CAPTURE.REVERSED' = 'PAYMENT.CAPTURE.REFUNDED',
): RefundRow => {
  const { books, emit, url } = merchant
  const { capture } = row
  const currency = capture.amount.currency_code
  const left = leftOf(books, row)
  const cents = checkRefund(row, amount, left)
  const id = newId()
  const refund: Refund = {
    id,
    status: 'COMPLETED',
    amount: moneyOf(cents, currency),
    ...texts,
    seller_payable_breakdown: {
      gross_amount: moneyOf(cents, currency),
      paypal_fee: moneyOf(0n, currency),
      net_amount: moneyOf(cents, currency),
      total_refunded_amount: moneyOf(centsOf(capture.amount) - left + cents, currency),
    },
    create_time: now(),
    update_time: now(),
    links: [
      linkTo(`${url}/v2/payments/refunds/${id}`, 'self'),
      linkTo(`${url}/v2/payments/captures/${capture.id}`, 'up'),
    ],
  }
  const saved = books.refunds.set(id, { refund, captureId: capture.id })
  books.saveCapture(row, { status: cents === left ? 'REFUNDED' : 'PARTIALLY_REFUNDED' })
  emit(event, refund)
  return saved
}

const checkRefund = ({ capture }: CaptureRow, amount: Money | undefined, left: bigint): bigint => {
  if (capture.status === 'REFUNDED') throw unprocessable(detail('CAPTURE_FULLY_REFUNDED'))
  if (capture.status === 'PENDING' || isUnpaid(capture.status))
    throw unprocessable(detail('REFUND_NOT_ALLOWED'))
  if (!amount) return left
  const problem = problemOf(amount, '/amount')
  if (problem) throw unprocessable(problem)
  if (amount.currency_code !== capture.amount.currency_code)
    throw unprocessable(
      detail('INVALID_CURRENCY_CODE', '/amount/currency_code', amount.currency_code),
    )
  const cents = centsOf(amount)
  if (cents > left)
    throw unprocessable(detail('REFUND_AMOUNT_EXCEEDED', '/amount/value', amount.value))
  return cents
}

export const getRefund = ({ books }: Merchant, id: string): RefundRow => {
  const row = books.refunds.get(id)
  if (!row) throw notFound()
  return row
}
