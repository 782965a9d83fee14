// What Stripe says about an attempt, and what follows from it.
import { PAYMENT_MINUTES_MAX } from '@invoice-desk/contract/limits'
import type { Dependencies } from '../../dependencies.ts'
import type { ProviderPayment } from '../../providers/payment-state.ts'
import { ProviderError, type ProviderName } from '../../providers/provider-error.ts'
import type { Absorb } from './absorb.ts'
import { isEnd, payerPauseOf } from './attempt.ts'
import type { Attempt } from './queries.ts'

export type Settled = {
  readonly attempt: Attempt
  /** Only while the payer's bank waits for an answer. */
  readonly clientSecret?: string
  /** The service that could not be asked, so that nothing new is known. */
  readonly unanswered?: ProviderName
}

type Dated = Pick<Attempt, 'createdAt'>

const ageOf = ({ createdAt }: Dated): number => (Date.now() - createdAt.getTime()) / 1_000

/** Until the payer has had their time. */
export const secondsLeft = (attempt: Dated): number =>
  Math.ceil(PAYMENT_MINUTES_MAX * 60 - ageOf(attempt))

/** Until we look again whether the payer has done their part. */
export const payerPause = (attempt: Dated): number => Math.ceil(payerPauseOf(ageOf(attempt)))

export const createAskCard = ({ cards }: Dependencies, absorb: Absorb) => {
  /** After this nobody can pay the intent any more, unless it was paid before. */
  const cancel = async (attempt: Attempt): Promise<ProviderPayment> => {
    const id = attempt.providerId ?? ''
    return cards.cancel(id).catch((error: unknown) => {
      // Refused, because it has been paid or cancelled meanwhile: what it is now, it says itself.
      if (error instanceof ProviderError && error.kind === 'rejected') return cards.find(id)
      throw error
    })
  }

  const giveUp = async (
    attempt: Attempt,
    end: (attempt: Attempt) => Promise<Attempt>,
  ): Promise<Settled> => {
    const seen = await cancel(attempt)
    if (seen.kind === 'cancelled') return { attempt: await end(attempt) }
    if (seen.kind === 'paid') return { attempt: await absorb.paid(attempt, seen) }
    return { attempt }
  }

  const expire = (attempt: Attempt): Promise<Attempt> =>
    absorb.move(attempt, { to: 'expired', action: 'payment_expired' })

  const decide = async (attempt: Attempt, seen: ProviderPayment): Promise<Settled> => {
    switch (seen.kind) {
      case 'paid':
        return { attempt: await absorb.paid(attempt, seen) }
      case 'requires_action': {
        const { clientSecret } = seen
        if (secondsLeft(attempt) <= 0) return giveUp(attempt, expire)
        if (attempt.state === 'requires_action') return { attempt, clientSecret }
        const checkInSeconds = payerPause(attempt)
        const step = {
          to: 'requires_action',
          action: 'payment_challenged',
          checkInSeconds,
        } as const
        return { attempt: await absorb.move(attempt, step), clientSecret }
      }
      case 'declined': {
        const fail = (row: Attempt) => absorb.fail(row, 'payment_declined', seen.text)
        // Whoever holds the secret could try another card on the same intent.
        const isSecretOut = attempt.state === 'requires_action'
        return isSecretOut ? giveUp(attempt, fail) : { attempt: await fail(attempt) }
      }
      case 'open':
        // Nobody knows whether the confirmation is still on its way: cancelling settles it.
        return giveUp(attempt, (row) => absorb.fail(row, 'card_unavailable'))
      case 'cancelled':
        return { attempt: await absorb.fail(attempt, 'payment_failed') }
      default:
        return { attempt }
    }
  }

  return {
    decide,
    ask: async (attempt: Attempt): Promise<Settled> => {
      const seen = await cards.find(attempt.providerId ?? '')
      // What has ended can only be surprised by money.
      const isOver = isEnd(attempt.state) || attempt.reference !== null
      return isOver && seen.kind !== 'paid' ? { attempt } : decide(attempt, seen)
    },
    /** The payer gave up. */
    cancel: (attempt: Attempt): Promise<Settled> =>
      giveUp(attempt, (row) => absorb.move(row, { to: 'cancelled', action: 'payment_cancelled' })),
  }
}
