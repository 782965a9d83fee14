// Paying by card: an intent that cannot be paid yet, then its confirmation.
import type { BodyOf } from '@invoice-desk/contract/endpoint'
import { CARD_CENTS_MIN } from '@invoice-desk/contract/limits'
import {
  type createCardPayment,
  type PaymentOutcome,
  sumOfLines,
} from '@invoice-desk/contract/payments'
import { AppError } from '../../../app-error.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { ProviderError } from '../../../providers/provider-error.ts'
import { describe, isUntold, keysOf } from '../attempt/attempt.ts'
import { createBegin, type Try } from '../attempt/begin.ts'
import type { Answer } from '../attempt/decide.ts'
import { createOutcome } from '../attempt/outcome.ts'
import type { Settle } from '../attempt/settle.ts'
import { type Attempt, findAttempt, listNumbers } from '../queries.ts'
import type { Settled } from './ask-card.ts'

export const createCardPayments = (dependencies: Dependencies, settling: Settle) => {
  const { cards, database, log } = dependencies
  const { steps } = settling
  const begin = createBegin(dependencies, steps)
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
    if (!providerId) return { attempt: await steps.fail(attempt, 'card_unavailable') }
    const confirming = await steps.tryMove(attempt, {
      to: 'confirming',
      action: 'payment_confirming',
      change: { providerId },
      isSending: true,
    })
    // Somebody took us for dead and went on, or gave the attempt up: only one may charge it.
    if (!confirming) return { attempt: (await findAttempt(database.db, attemptId)) ?? attempt }
    const answer = await cards
      .confirm(providerId, paymentMethodId, keys.confirm)
      .catch((error: unknown): Answer => {
        if (!(error instanceof ProviderError)) throw error
        note(error, attempt)
        const failureCode = error.kind === 'rejected' ? 'payment_failed' : 'card_unavailable'
        return { kind: 'unanswered', failureCode }
      })
    return settling.card.confirmed(confirming, answer)
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
      termsVersion: body.termsVersion,
      more: paymentMethodId,
    })
    const go = (row: Attempt) =>
      isUntold(row) ? charge(row, paymentMethodId, numbers) : settling.advance(row)
    const settled = numbers ? settling.run(attempt, go) : settling.resume(attempt.id, go)
    return outcomeOf(await settled, numbers)
  }

  return { payByCard }
}
