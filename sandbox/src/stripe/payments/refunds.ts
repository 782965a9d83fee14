// Full and partial refunds.
import type Stripe from 'stripe'
import { moneyText } from '../../web/pages.ts'
import type { Account } from '../account.ts'
import { invalidRequest } from '../api/fault.ts'
import { allowOnly, type FormTree, integerOf, requiredText } from '../api/form.ts'
import type { Cause } from '../events.ts'
import { newId, nowSeconds } from '../ids.ts'
import { getIntent } from './intents.ts'

export const createRefund = (account: Account, tree: FormTree, cause?: Cause): Stripe.Refund => {
  allowOnly(tree, ['payment_intent', 'amount'])
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
    metadata: {},
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  } satisfies Stripe.Refund
  books.refunds.set(refund.id, refund)
  const amount_refunded = charge.amount_refunded + amount
  const refunded = books.charges.set(charge.id, {
    ...charge,
    amount_refunded,
    refunded: amount_refunded === charge.amount,
  })
  emit('refund.created', refund, cause)
  emit('charge.refunded', refunded, cause)
  return refund
}

const chargeOf = (account: Account, tree: FormTree): Stripe.Charge => {
  const intent = getIntent(account, requiredText(tree, 'payment_intent'))
  const charge = account.books.charges.get(String(intent.latest_charge))
  if (intent.status !== 'succeeded' || !charge)
    throw invalidRequest(
      `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
      { param: 'payment_intent' },
    )
  return charge
}

const checkRefundable = (charge: Stripe.Charge, amount: number, left: number): void => {
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
      `Refund amount (${moneyText(amount / 100, 'usd')}) is greater than unrefunded amount on charge (${moneyText(left / 100, 'usd')})`,
      { param: 'amount' },
    )
}
