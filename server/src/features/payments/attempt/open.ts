// Opens the intent or order of a new attempt.
import { PAYMENT_METHODS } from '@invoice-desk/contract/payments/payment-methods'
import type { Dependencies } from '../../../dependencies.ts'
import { AppError } from '../../../lib/app-error.ts'
import { ProviderError } from '../../../providers/provider-error.ts'
import type { Attempt, HeldLine } from '../queries.ts'
import { endRefused, type Opened, type Settled } from './ask.ts'
import { describeInvoices, keysOf } from './attempt.ts'
import { checkBalances, unreadRefusal } from './balances.ts'
import { sealPaymentId } from './outcome.ts'
import { fail } from './transitions.ts'

/**
 * Opens the intent or order while QuickBooks tells the balances. Until it is confirmed or approved, no money can move,
 * so neither has to wait for the other. Returns how the attempt ended if one of them failed.
 */
export const openChecked = async (
  deps: Dependencies,
  attempt: Attempt,
  { lines, surname }: { lines: readonly HeldLine[]; surname?: string },
): Promise<Opened | Settled> => {
  const opening = open(deps, attempt, lines, surname)
  const refuse = async (refusal: AppError, current: readonly HeldLine[] = []) => {
    const refused = await endRefused(deps, attempt, refusal, current)
    if (refused.refusal) void discard(deps, attempt, opening)
    return refused
  }
  const checked = await checkBalances(deps, attempt, lines).catch((error: unknown) => {
    if (error instanceof ProviderError) return unreadRefusal(error)
    throw error
  })
  if (checked instanceof AppError) return refuse(checked)
  const { customer, lines: current, refusal } = checked
  if (refusal) return refuse(refusal, current)
  const providerId = await opening
  if (providerId) return { change: { providerId, ...customer }, lines: current }
  return { attempt: await fail(deps, attempt, UNOPENED[kindOf(attempt)]) }
}

/** The id of a new intent or order, or undefined if the provider didn't create one. */
const open = (
  { config, drivers, log }: Dependencies,
  attempt: Attempt,
  lines: readonly HeldLine[],
  surname?: string,
): Promise<string | undefined> => {
  const numbers = lines.map(({ invoiceNumber }) => invoiceNumber)
  const payment = {
    attemptId: attempt.id,
    amountCents: attempt.totalCents,
    description: describeInvoices(numbers.filter(Boolean)),
    payer: { name: attempt.payerName, surname, email: attempt.email },
    returnUrl: `${config.publicUrl}/payment-success?session_id=${sealPaymentId(config, attempt)}`,
    cancelUrl: `${config.publicUrl}/pay-invoice`,
  }
  return drivers[attempt.method].open(payment, keysOf(attempt).open).catch((err: unknown) => {
    log.warn({ err, payment: attempt.id }, "the payment provider didn't create an intent or order")
    return undefined
  })
}

const kindOf = ({ method }: Attempt) => PAYMENT_METHODS[method].kind
const UNOPENED = { card: 'card_unavailable', wallet: 'wallet_order_failed' } as const

/** Cancels an intent that will never be confirmed. An order that no one approved expires. The payer doesn't wait. */
const discard = async (
  { drivers, log }: Dependencies,
  attempt: Attempt,
  opening: Promise<string | undefined>,
): Promise<void> => {
  const providerId = kindOf(attempt) === 'card' ? await opening : undefined
  if (!providerId) return
  await drivers[attempt.method].cancel(providerId).catch((err: unknown) => {
    log.warn({ err, payment: attempt.id }, "an unconfirmed intent couldn't be canceled")
  })
}
