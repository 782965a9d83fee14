// Disputes: a payer asks the bank for the money back, and one side wins.
import type Stripe from 'stripe'
import type { Account } from '../account.ts'
import { noSuch } from '../api/fault.ts'
import { newId, nowSeconds } from '../ids.ts'

const DISPUTE_AFTER_MS = 2_000
const EVIDENCE_SECONDS = 9 * 24 * 60 * 60

export const disputeLater = (account: Account, chargeId: string): void =>
  account.after(DISPUTE_AFTER_MS, () => {
    const charge = account.books.charges.get(chargeId)
    if (charge && !charge.disputed) account.atomically(() => openDispute(account, chargeId))
  })

export const openDispute = (account: Account, chargeId: string): Stripe.Dispute => {
  const { books, emit } = account
  const charge = books.charges.get(chargeId)
  if (!charge) throw noSuch('charge', chargeId)
  const open = books.disputes.list().find((dispute) => dispute.charge === chargeId)
  if (open) return open
  books.charges.set(charge.id, { ...charge, disputed: true })
  const dispute = newDispute(charge)
  books.disputes.set(dispute.id, dispute)
  emit('charge.dispute.created', dispute)
  emit('charge.dispute.funds_withdrawn', dispute)
  return dispute
}

export const closeDispute = (
  account: Account,
  id: string,
  status: 'won' | 'lost',
): Stripe.Dispute => {
  const { books, emit } = account
  const dispute = books.disputes.get(id)
  if (!dispute) throw noSuch('dispute', id)
  if (dispute.status === 'won' || dispute.status === 'lost') return dispute
  const closed = books.disputes.set(id, { ...dispute, status })
  if (status === 'won') emit('charge.dispute.funds_reinstated', closed)
  emit('charge.dispute.closed', closed)
  return closed
}

const newDispute = (charge: Stripe.Charge): Stripe.Dispute =>
  ({
    id: newId('du'),
    object: 'dispute',
    amount: charge.amount - charge.amount_refunded,
    balance_transactions: [],
    charge: charge.id,
    created: nowSeconds(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: {
      access_activity_log: null,
      billing_address: null,
      cancellation_policy: null,
      cancellation_policy_disclosure: null,
      cancellation_rebuttal: null,
      customer_communication: null,
      customer_email_address: charge.receipt_email,
      customer_name: charge.billing_details.name,
      customer_purchase_ip: null,
      customer_signature: null,
      duplicate_charge_documentation: null,
      duplicate_charge_explanation: null,
      duplicate_charge_id: null,
      enhanced_evidence: {},
      product_description: null,
      receipt: null,
      refund_policy: null,
      refund_policy_disclosure: null,
      refund_refusal_explanation: null,
      service_date: null,
      service_documentation: null,
      shipping_address: null,
      shipping_carrier: null,
      shipping_date: null,
      shipping_documentation: null,
      shipping_tracking_number: null,
      uncategorized_file: null,
      uncategorized_text: null,
    },
    evidence_details: {
      due_by: nowSeconds() + EVIDENCE_SECONDS,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'manual',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method_details: {
      card: {
        brand: charge.payment_method_details?.card?.brand ?? 'visa',
        case_type: 'chargeback',
        network: charge.payment_method_details?.card?.network ?? 'visa',
        network_reason_code: '10.4',
      },
      type: 'card',
    },
    reason: 'fraudulent',
    status: 'needs_response',
  }) satisfies Stripe.Dispute
