// What Stripe says about an attempt, and what follows from it.
import type { Dependencies } from '../../../dependencies.ts'
import type { ProviderPayment } from '../../../providers/payment-state.ts'
import { ProviderError, type ProviderName } from '../../../providers/provider-error.ts'
import { type Answer, type Decision, decide, decideCancel, standingOf } from '../attempt/decide.ts'
import type { RecordDecision } from '../attempt/record.ts'
import type { Attempt } from '../queries.ts'

export type Settled = {
  readonly attempt: Attempt
  /** Only while the payer's bank waits for an answer. */
  readonly clientSecret?: string
  /** The service that could not be asked, so that nothing new is known. */
  readonly unanswered?: ProviderName
}

export const createAskCard = ({ cards }: Dependencies, record: RecordDecision) => {
  /** After this nobody can pay the intent any more, unless it was paid before. */
  const cancelIntent = (id: string): Promise<ProviderPayment> =>
    cards.cancel(id).catch((error: unknown) => {
      // Refused, because it has been paid or canceled meanwhile: what it is now, it says itself.
      if (error instanceof ProviderError && error.kind === 'rejected') return cards.find(id)
      throw error
    })

  const act = async (attempt: Attempt, decision: Decision): Promise<Settled> => {
    switch (decision.do) {
      case 'capture':
        return { attempt }
      case 'cancel': {
        const seen = await cancelIntent(attempt.providerId ?? '')
        const after = decide(standingOf(attempt), seen, decision.ending)
        // Canceling again would bring the same answer.
        return after.do === 'cancel' ? { attempt } : act(attempt, after)
      }
      case 'challenge': {
        const { clientSecret } = decision
        return { attempt: await record(attempt, decision), clientSecret }
      }
      default:
        return { attempt: await record(attempt, decision) }
    }
  }

  const ask = async (attempt: Attempt): Promise<Settled> => {
    const seen = await cards.find(attempt.providerId ?? '')
    return act(attempt, decide(standingOf(attempt), seen))
  }

  return {
    ask,
    /** The confirmation's own answer, the first word about it; what it did not say is asked for at once. */
    confirmed: async (attempt: Attempt, answer: Answer): Promise<Settled> => {
      const decision = decide({ ...standingOf(attempt), sent: 'none' }, answer)
      const settled = await act(attempt, decision)
      return decision.do === 'hold' ? ask(settled.attempt) : settled
    },
    /** The payer gave up. */
    cancel: (attempt: Attempt): Promise<Settled> => act(attempt, decideCancel(standingOf(attempt))),
  }
}
