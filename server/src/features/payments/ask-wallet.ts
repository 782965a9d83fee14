// What PayPal says about an attempt, and what follows from it.
import type { Dependencies } from '../../dependencies.ts'
import type { ProviderPayment } from '../../providers/payment-state.ts'
import { ProviderError } from '../../providers/provider-error.ts'
import type { Absorb } from './absorb.ts'
import { payerPause, type Settled, secondsLeft } from './ask-card.ts'
import { isEnd, keysOf } from './attempt.ts'
import type { Attempt } from './queries.ts'

export const createAskWallet = ({ wallet }: Dependencies, absorb: Absorb) => {
  const open = () => {
    if (!wallet) throw new ProviderError('paypal', 'auth', 'PayPal is not set up')
    return wallet
  }

  /** T1, the call, and what it said; what it did not say stays unknown until asked. */
  const capture = async (attempt: Attempt): Promise<Attempt> => {
    const row =
      attempt.state === 'reserved'
        ? await absorb.move(attempt, {
            to: 'confirming',
            action: 'payment_confirming',
            change: { failureCode: null },
          })
        : attempt
    if (row.state !== 'confirming' && row.state !== 'unknown') return row
    try {
      return await decide(row, await open().capture(row.providerId ?? '', keysOf(row).capture))
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      if (error.kind === 'rejected') return absorb.fail(row, 'wallet_failed')
      if (error.kind === 'outcome_unknown') return markUnknown(row)
      // Nothing was done, so the payer may press the button again.
      return backToChoice(row, { failureCode: 'wallet_failed' })
    }
  }

  const markUnknown = (row: Attempt): Promise<Attempt> =>
    row.state === 'unknown'
      ? Promise.resolve(row)
      : absorb.move(row, { to: 'unknown', action: 'payment_unknown' })

  const backToChoice = (attempt: Attempt, change = {}): Promise<Attempt> =>
    absorb.move(attempt, {
      to: 'reserved',
      action: 'payment_not_taken',
      change,
      checkInSeconds: payerPause(attempt),
    })

  const decide = async (attempt: Attempt, seen: ProviderPayment): Promise<Attempt> => {
    switch (seen.kind) {
      case 'paid':
        return absorb.paid(attempt, seen)
      case 'declined':
        // Definite, so the next try is another call; the payer chooses another way on the same order.
        return seen.canRetry
          ? backToChoice(attempt, {
              generation: attempt.generation + 1,
              failureCode: 'instrument_declined',
            })
          : absorb.fail(attempt, 'payment_declined')
      case 'approved':
        return capture(attempt)
      case 'open':
        if (secondsLeft(attempt) <= 0) {
          return absorb.move(attempt, { to: 'expired', action: 'payment_expired' })
        }
        return attempt.state === 'reserved' ? attempt : backToChoice(attempt)
      case 'cancelled':
        return absorb.move(attempt, { to: 'cancelled', action: 'payment_cancelled' })
      default:
        return attempt
    }
  }

  return {
    capture,
    ask: async (attempt: Attempt): Promise<Settled> => {
      const seen = await open().find(attempt.providerId ?? '')
      const isOver = isEnd(attempt.state) || attempt.reference !== null
      if (isOver && seen.kind !== 'paid') return { attempt }
      // After a refusal that the payer saw, only the payer's own button takes the money.
      const isDeclined = seen.kind === 'approved' && attempt.failureCode !== null
      if (isDeclined && secondsLeft(attempt) > 0) return { attempt }
      if (isDeclined) {
        return { attempt: await absorb.move(attempt, { to: 'expired', action: 'payment_expired' }) }
      }
      return { attempt: await decide(attempt, seen) }
    },
    /** Only we can take the money of an order, and now we shall not. */
    cancel: async (attempt: Attempt): Promise<Settled> => ({
      attempt:
        attempt.state === 'reserved'
          ? await absorb.move(attempt, { to: 'cancelled', action: 'payment_cancelled' })
          : attempt,
    }),
  }
}
