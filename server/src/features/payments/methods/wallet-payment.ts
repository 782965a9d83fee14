// Paying from a wallet: an order that the payer approves over there, then taking its money.
import type { BodyOf } from '@invoice-desk/contract/endpoint'
import {
  type captureWalletPayment,
  type createWalletOrder,
  type PaymentOutcome,
  sumOfLines,
} from '@invoice-desk/contract/payments'
import { AppError } from '../../../app-error.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { describe, isUntold, keysOf, payerPause } from '../attempt/attempt.ts'
import { createBegin, type Try } from '../attempt/begin.ts'
import { createOutcome, createPaymentIds } from '../attempt/outcome.ts'
import type { Settle } from '../attempt/settle.ts'
import { type Attempt, findAttemptByProviderId, listNumbers } from '../queries.ts'
import type { Settled } from './ask-card.ts'

export const createWalletPayments = (dependencies: Dependencies, settling: Settle) => {
  const { config, database, log, wallet } = dependencies
  const { db } = database
  const { steps } = settling
  const begin = createBegin(dependencies, steps)
  const outcomeOf = createOutcome(dependencies)
  const ids = createPaymentIds(config.keyring)

  const openOrder = async (
    attempt: Attempt,
    surname: string,
    numbers?: readonly string[],
  ): Promise<Settled> => {
    if (!wallet) throw new AppError('wallet_unavailable')
    const success = `${config.publicUrl}/payment-success?session_id=${ids.seal(attempt.id)}`
    const [givenName = '', ...rest] = attempt.payerName.split(' ')
    const order = {
      attemptId: attempt.id,
      amountCents: attempt.totalCents,
      description: describe(numbers ?? (await listNumbers(db, attempt.id))),
      email: attempt.email,
      givenName,
      surname: surname || rest.join(' '),
      returnUrl: success,
      cancelUrl: `${config.publicUrl}/pay-invoice`,
    }
    const providerId = await wallet
      .createOrder(order, keysOf(attempt).order)
      .catch((error: unknown) => {
        log.warn({ err: error, payment: attempt.id }, 'the wallet opened no order')
        return undefined
      })
    if (!providerId) return { attempt: await steps.fail(attempt, 'wallet_order_failed') }
    const opened = await steps.move(attempt, {
      to: 'reserved',
      action: 'payment_order_opened',
      change: { providerId },
      checkInSeconds: payerPause(attempt),
    })
    return { attempt: opened }
  }

  const createOrder = async (body: BodyOf<typeof createWalletOrder>, { key, countTry }: Try) => {
    if (!wallet) throw new AppError('wallet_unavailable')
    const { name, email_address, company_name } = body.payer
    const { attempt, numbers } = await begin({
      key,
      countTry,
      method: 'paypal',
      lines: body.invoices,
      payer: {
        companyName: company_name,
        payerName: `${name.given_name} ${name.surname}`.trim(),
        email: email_address,
      },
      termsVersion: body.termsVersion,
    })
    const open = async (row: Attempt): Promise<Settled> => {
      if (row.providerId !== null) return { attempt: row }
      return isUntold(row) ? openOrder(row, name.surname, numbers) : settling.advance(row)
    }
    const settled = numbers ? settling.run(attempt, open) : settling.resume(attempt.id, open)
    const { attempt: current } = await settled
    const { paymentId } = await outcomeOf({ attempt: current }, numbers)
    if (current.providerId === null) throw new AppError('payment_in_progress')
    return { id: current.providerId, paymentId }
  }

  const capture = async ({
    orderId,
    invoices,
  }: BodyOf<typeof captureWalletPayment>): Promise<PaymentOutcome> => {
    if (!wallet) throw new AppError('wallet_unavailable')
    const standing = await findAttemptByProviderId(db, orderId)
    if (standing?.method !== 'paypal') throw new AppError('payment_unknown')
    if (sumOfLines(invoices) !== standing.totalCents) {
      throw new AppError('payment_key_reused', { field: 'invoices' })
    }
    const taken = await settling.patiently(standing.id, async (row) => ({
      attempt: await settling.wallet.capture(row),
    }))
    const attempt = taken?.attempt ?? standing
    if (attempt.state === 'reserved') throw notTaken(attempt)
    // What PayPal did not say is asked for at once; the payer is waiting.
    return outcomeOf(attempt.state === 'unknown' ? await settling.resume(attempt.id) : { attempt })
  }

  return { createOrder, capture }
}

/** Why an order is back with the payer, whose button can try again. */
const notTaken = ({ failureCode, failureText }: Attempt): AppError => {
  const code = NOT_TAKEN.find((each) => each === failureCode) ?? 'wallet_not_approved'
  return new AppError(code, {
    ...(failureText && { text: failureText }),
    ...(RESTARTED.includes(code) && { extra: { restart: true } }),
  })
}

/** The payer can settle these in PayPal's window. */
const RESTARTED: readonly string[] = ['instrument_declined', 'wallet_action_required']
const NOT_TAKEN = ['instrument_declined', 'wallet_action_required', 'wallet_declined'] as const
