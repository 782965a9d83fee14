// Money given back, in whole or in part.
import type Stripe from 'stripe'
import type { Account } from '../account.ts'
import { invalidRequest, missingParameter, noSuch } from '../api/fault.ts'
import {
  allowOnly,
  choiceOf,
  type FormTree,
  integerOf,
  mergeMetadata,
  textOf,
} from '../api/form.ts'
import type { Cause } from '../events.ts'
import { newId, nowSeconds } from '../ids.ts'

const REASONS = ['duplicate', 'fraudulent', 'requested_by_customer'] as const

export const createRefund = (account: Account, tree: FormTree, cause?: Cause): Stripe.Refund => {
  allowOnly(tree, ['payment_intent', 'charge', 'amount', 'reason', 'metadata', 'expand'])
  const { books, emit } = account
  const charge = chargeOf(account, tree)
  const left = charge.amount - charge.amount_refunded
  const amount = integerOf(tree, 'amount') ?? left
  checkRefundable(charge, amount, left)
  const refund = {
    id: newId('re'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: nowSeconds(),
    currency: charge.currency,
    customer: null,
    customer_account: null,
    destination_details: {
      card: {
        reference_status: 'pending',
        reference_type: 'acquirer_reference_number',
        type: 'refund',
      },
      type: 'card',
    },
    metadata: mergeMetadata({}, tree),
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: choiceOf(tree, 'reason', REASONS) ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  } satisfies Stripe.Refund
  books.refunds.set(refund.id, refund)
  const amount_refunded = charge.amount_refunded + amount
  const refunded = books.saveCharge({
    ...charge,
    amount_refunded,
    refunded: amount_refunded === charge.amount,
  })
  emit('refund.created', refund, cause)
  emit('charge.refunded', refunded, cause)
  return refund
}

const chargeOf = ({ books }: Account, tree: FormTree): Stripe.Charge => {
  const intentId = textOf(tree, 'payment_intent')
  const chargeId = textOf(tree, 'charge')
  if (intentId === undefined && chargeId === undefined) throw missingParameter('payment_intent')
  if (chargeId !== undefined) {
    const charge = books.charges.get(chargeId)
    if (!charge) throw noSuch('charge', chargeId, 'charge')
    return charge
  }
  const intent = books.intents.get(intentId ?? '')?.object
  if (!intent) throw noSuch('payment_intent', intentId ?? '', 'payment_intent')
  const charge = books.charges.get(String(intent.latest_charge))
  if (intent.status !== 'succeeded' || !charge)
    throw invalidRequest(
      `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
      {
        param: 'payment_intent',
      },
    )
  return charge
}

const checkRefundable = (charge: Stripe.Charge, amount: number, left: number): void => {
  if (charge.status !== 'succeeded')
    throw invalidRequest(`Charge ${charge.id} has not succeeded, so it cannot be refunded.`, {
      param: 'charge',
    })
  if (charge.disputed)
    throw invalidRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    })
  if (left === 0)
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    })
  if (amount < 1)
    throw invalidRequest('This value must be greater than or equal to 1.', {
      code: 'parameter_invalid_integer',
      param: 'amount',
    })
  if (amount > left)
    throw invalidRequest(
      `Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(left)})`,
      { param: 'amount' },
    )
}

const dollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`
