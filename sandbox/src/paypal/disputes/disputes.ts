// Disputes: a payer asks PayPal for the money back. A dispute doesn't contain the order's custom id.
import { detail, invalidRequest, notFound, unprocessable } from '../api/fault.ts'
import { newDisputeId, newId, now } from '../ids.ts'
import type { Merchant } from '../merchant.ts'
import { moneyOf } from '../orders/amounts.ts'
import { getCapture, isUnpaid } from '../orders/captures.ts'
import { leftOf, reverseCapture } from '../orders/refunds.ts'
import {
  DISPUTE_OUTCOMES,
  DISPUTE_REASONS,
  type Dispute,
  type DisputeRow,
  linkTo,
  OPEN_DISPUTE_STATUSES,
} from '../wire.ts'

export const getDispute = ({ books }: Merchant, id: string): DisputeRow => {
  const row = books.disputes.get(id)
  if (!row) throw notFound()
  return row
}

/**
 * The disputed amount is what hasn't been refunded. A dispute can be about several transactions: `also` names others
 * that come first, which the app may not have made.
 */
export const openDispute = (
  merchant: Merchant,
  captureId: string,
  reason: string = 'UNAUTHORISED',
  also: readonly string[] = [],
): DisputeRow => {
  const { books, emit, url } = merchant
  const row = getCapture(merchant, captureId)
  const { status, amount, create_time } = row.capture
  if (isUnpaid(status) || status === 'PENDING' || status === 'REFUNDED')
    throw unprocessable(detail('REFUND_NOT_ALLOWED'))
  const open = books.disputesOf(captureId).find(({ dispute }) => dispute.status !== 'RESOLVED')
  if (open) return open
  const dispute_id = newDisputeId()
  const dispute: Dispute = {
    dispute_id,
    create_time: now(),
    update_time: now(),
    disputed_transactions: [...also, captureId].map((id) => ({
      buyer_transaction_id: newId(),
      seller_transaction_id: id,
      create_time,
      transaction_status: 'COMPLETED',
      gross_amount: amount,
    })),
    reason: oneOf(DISPUTE_REASONS, reason, '/reason'),
    status: 'OPEN',
    dispute_amount: moneyOf(leftOf(books, row), amount.currency_code),
    dispute_life_cycle_stage: 'CHARGEBACK',
    dispute_channel: 'INTERNAL',
    links: [linkTo(`${url}/v1/customer/disputes/${dispute_id}`, 'self')],
  }
  emit('CUSTOMER.DISPUTE.CREATED', dispute)
  return books.disputes.set(dispute_id, { dispute, captureId })
}

export const updateDispute = (merchant: Merchant, id: string, status = ''): DisputeRow => {
  const row = getDispute(merchant, id)
  const next = oneOf(OPEN_DISPUTE_STATUSES, status, '/status')
  if (row.dispute.status === 'RESOLVED') return row
  const updated = merchant.books.saveDispute(row, { status: next })
  merchant.emit('CUSTOMER.DISPUTE.UPDATED', updated.dispute)
  return updated
}

/** With any other outcome the merchant keeps the money. */
const LOST = ['RESOLVED_BUYER_FAVOUR', 'ACCEPTED']

export const resolveDispute = (
  merchant: Merchant,
  id: string,
  outcome: string = 'RESOLVED_BUYER_FAVOUR',
): DisputeRow => {
  const { books, emit } = merchant
  const row = getDispute(merchant, id)
  const { dispute, captureId } = row
  const outcome_code = oneOf(DISPUTE_OUTCOMES, outcome, '/outcome')
  if (dispute.status === 'RESOLVED') return row
  const left = leftOf(books, getCapture(merchant, captureId))
  const isLost = LOST.includes(outcome_code) && left > 0n
  if (isLost) reverseCapture(merchant, captureId)
  const resolved = books.saveDispute(row, {
    status: 'RESOLVED',
    dispute_outcome: {
      outcome_code,
      ...(isLost && { amount_refunded: moneyOf(left, dispute.dispute_amount.currency_code) }),
    },
    ...(isLost && {
      disputed_transactions: dispute.disputed_transactions.map((each) => ({
        ...each,
        transaction_status: 'REVERSED',
      })),
    }),
  })
  emit('CUSTOMER.DISPUTE.RESOLVED', resolved.dispute)
  return resolved
}

const oneOf = <T extends string>(choices: readonly T[], value: string, field: string): T => {
  const choice = choices.find((one) => one === value)
  if (!choice) throw invalidRequest(detail('INVALID_PARAMETER_VALUE', field, value))
  return choice
}
