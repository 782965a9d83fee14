// Paying by card: an intent that cannot be paid yet, then its confirmation.
import type { BodyOf } from '@invoice-desk/contract/endpoint'
import { CARD_CENTS_MIN } from '@invoice-desk/contract/limits'
import {
  type createCardPayment,
  type PaymentOutcome,
  sumOfLines,
} from '@invoice-desk/contract/payments'
import { AppError } from '../../app-error.ts'
import type { Dependencies } from '../../dependencies.ts'
import { ProviderError } from '../../providers/provider-error.ts'
import type { Settled } from './ask-card.ts'
import { describe, isUntold, keysOf } from './attempt.ts'
import { createBegin, type Try } from './begin.ts'
import { createOutcome } from './outcome.ts'
import { type Attempt, listNumbers } from './queries.ts'
import type { Settle } from './settle.ts'

export const createCardPayments = (dependencies: Dependencies, settling: Settle) => {
  const { cards, database, log } = dependencies
  const { absorb } = settling
  const begin = createBegin(dependencies, absorb)
  const outcomeOf = createOutcome(dependencies)

  const note = (error: unknown, { id }: Attempt): undefined => {
    log.warn({ err: error, payment: id }, 'the card service did not do as asked')
    return undefined
  }

  /** An intent that cannot be paid yet, then the confirmation; either may fail, only the second may be unknown. */
  const charge = async (
    attempt: Attempt,
    paymentMethodId: string,
    numbers?: readonly string[],
  ): Promise<Settled> => {
    const description = describe(numbers ?? (await listNumbers(database.db, attempt.id)))
    const { id: attemptId, totalCents: amountCents } = attempt
    const keys = keysOf(attempt)
    const providerId = await cards
      .createIntent({ attemptId, amountCents, description }, keys.intent)
      .catch((error: unknown) => note(error, attempt))
    if (!providerId) return { attempt: await absorb.fail(attempt, 'card_unavailable') }
    const confirming = await absorb.move(attempt, {
      to: 'confirming',
      action: 'payment_confirming',
      change: { providerId },
    })
    // Somebody took us for dead and gave the attempt up: it must not be charged any more.
    if (confirming.state !== 'confirming') return { attempt: confirming }
    try {
      const seen = await cards.confirm(providerId, paymentMethodId, keys.confirm)
      return await settling.card.decide(confirming, seen)
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      note(error, attempt)
      if (error.kind === 'rejected') {
        return { attempt: await absorb.fail(confirming, 'payment_failed') }
      }
      if (error.kind !== 'outcome_unknown') {
        return { attempt: await absorb.fail(confirming, 'card_unavailable') }
      }
      const unknown = await absorb.move(confirming, { to: 'unknown', action: 'payment_unknown' })
      return settling.card.ask(unknown)
    }
  }

  const payByCard = async (
    body: BodyOf<typeof createCardPayment>,
    { key, countTry }: Try,
  ): Promise<PaymentOutcome> => {
    if (sumOfLines(body.invoices) < CARD_CENTS_MIN) {
      throw new AppError('amount_too_small', { field: 'amount' })
    }
    const { companyName, payerName, email, paymentMethodId } = body
    const { attempt, numbers } = await begin({
      key,
      countTry,
      method: 'stripe',
      lines: body.invoices,
      payer: { companyName, payerName, email },
      more: paymentMethodId,
    })
    const go = (row: Attempt) =>
      isUntold(row) ? charge(row, paymentMethodId, numbers) : settling.advance(row)
    const settled = numbers ? settling.run(attempt, go) : settling.resume(attempt.id, go)
    return outcomeOf(await settled, numbers)
  }

  return { payByCard }
}
