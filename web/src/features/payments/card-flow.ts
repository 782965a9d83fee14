// Paying by card: tokenised in the provider's frame, sent under a key, asked about until it is decided.
import type { FlowParts, PaymentFlow } from './payment-flow.ts'
import { isDecided, PAYMENT_FAILED, problemOf } from './payment-problem.ts'
import type { UnfinishedCard } from './unfinished.ts'

export type CardDraft = {
  readonly content: string
  readonly body: Omit<UnfinishedCard['body'], 'paymentMethodId'>
  /** The card as the provider's token; throws the provider's words about it. */
  readonly tokenise: () => Promise<string>
}

export const createCardFlow = ({ calls, kept, newKey, tell }: FlowParts, flow: PaymentFlow) => {
  const send = async (begun: UnfinishedCard, isRepeat: boolean) => {
    const outcome = await calls.createCard(begun.body, begun.key).catch((error: unknown) => {
      if (isDecided(error, isRepeat)) flow.lose(begun, error, PAYMENT_FAILED)
      else tell({ step: 'unknown', begun, problem: problemOf(error, PAYMENT_FAILED) })
    })
    if (!outcome) return
    const known = { ...begun, paymentId: outcome.paymentId }
    kept.keep(known)
    const { status, clientSecret } = outcome
    if (status !== 'requires_action' || !clientSecret) return flow.settle(known, outcome)
    await flow.answerChallenge(known, clientSecret)
  }

  const begin = async ({ content, body, tokenise }: CardDraft) => {
    const before = kept.read()
    if (before && !(await flow.release(before))) return undefined
    const paymentMethodId = await tokenise()
    return { method: 'stripe', key: newKey(), content, body: { ...body, paymentMethodId } } as const
  }

  return {
    pay: async (draft: CardDraft) => {
      tell({ step: 'sending' })
      const begun = await begin(draft).catch((error: unknown) =>
        tell({ step: 'idle', problem: problemOf(error, PAYMENT_FAILED) }),
      )
      if (!begun) return
      kept.keep(begun)
      await send(begun, false)
    },
    /** The same request under the same key: the server makes one payment of both. */
    repeat: (begun: UnfinishedCard) => {
      tell({ step: 'sending', begun })
      return send(begun, true)
    },
  }
}
