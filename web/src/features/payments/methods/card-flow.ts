// Pays by card: gets the provider's token for the card, then sends the payment with an idempotency key.
import type { FlowParts, PaymentFlow } from '../attempt/payment-flow.ts'
import { isDecided, PAYMENT_FAILED, problemOf } from '../attempt/payment-problem.ts'
import type { PendingCard } from '../attempt/pending-payment.ts'

export type CardDraft = {
  readonly content: string
  readonly body: Omit<PendingCard['body'], 'paymentMethodId'>
  /** Returns the provider's token for the card, or throws the provider's message. */
  readonly tokenize: () => Promise<string>
}

export const createCardFlow = ({ store, newKey, now, setState }: FlowParts, flow: PaymentFlow) => {
  const start = async ({
    content,
    body,
    tokenize,
  }: CardDraft): Promise<PendingCard | undefined> => {
    const earlier = store.read()
    if (earlier && !(await flow.release(earlier))) return undefined
    const paymentMethodId = await tokenize()
    const pending = { kind: 'card', key: newKey(), startedAt: now(), content } as const
    return { ...pending, body: { ...body, paymentMethodId } }
  }

  return {
    pay: async (draft: CardDraft) => {
      setState({ step: 'sending' })
      const pending = await start(draft).catch((error: unknown) => {
        // An earlier payment that is still stored may have been charged.
        const isUncharged = isDecided(error, store.read() !== undefined)
        setState({ step: 'idle', problem: problemOf(error, PAYMENT_FAILED, isUncharged) })
      })
      if (!pending) return
      store.save(pending)
      await flow.sendCard(pending)
    },
  }
}
