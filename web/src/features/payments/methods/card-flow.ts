// Paying by card: tokenised in the provider's frame, sent under a key, asked about until it is decided.
import type { PaymentFlow } from '../attempt/payment-flow.ts'
import { PAYMENT_FAILED, problemOf } from '../attempt/payment-problem.ts'
import type { FlowParts } from '../attempt/payment-state.ts'
import type { UnfinishedCard } from '../attempt/unfinished.ts'

export type CardDraft = {
  readonly content: string
  readonly body: Omit<UnfinishedCard['body'], 'paymentMethodId'>
  /** The card as the provider's token; throws the provider's words about it. */
  readonly tokenise: () => Promise<string>
}

export const createCardFlow = ({ kept, newKey, now, tell }: FlowParts, flow: PaymentFlow) => {
  const begin = async ({ content, body, tokenise }: CardDraft) => {
    const before = kept.read()
    if (before && !(await flow.release(before))) return undefined
    const paymentMethodId = await tokenise()
    const begun = { method: 'stripe', key: newKey(), begunAt: now(), content } as const
    return { ...begun, body: { ...body, paymentMethodId } }
  }

  return {
    pay: async (draft: CardDraft) => {
      tell({ step: 'sending' })
      const begun = await begin(draft).catch((error: unknown) =>
        tell({ step: 'idle', problem: problemOf(error, PAYMENT_FAILED) }),
      )
      if (!begun) return
      kept.keep(begun)
      await flow.sendCard(begun)
    },
  }
}
