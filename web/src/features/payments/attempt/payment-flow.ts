// One payment from the press of the button to its end, over lost answers, challenges and reloads.
// Whatever happens, what was begun is kept until its end is known, so that nothing is charged twice.
import { createFindOutcome } from './find-outcome.ts'
import { isDecided, isOver, type PaymentProblem } from './payment-problem.ts'
import { type FlowParts, isKnown, isNamed, type Known } from './payment-state.ts'
import type { Unfinished } from './unfinished.ts'

const CANCELLED: PaymentProblem = {
  message: 'The payment was cancelled. Nothing was charged.',
  isCalm: true,
}

/** The first request may never have arrived, so sending an older one again takes a new press. */
const RESEND_MS_MAX = 10 * 60_000

export type PaymentFlow = ReturnType<typeof createPaymentFlow>

/** What card and wallet have in common. */
export const createPaymentFlow = (parts: FlowParts) => {
  const { calls, kept, now, tell } = parts
  const finding = createFindOutcome(parts)
  const { watch, sendAgain, answerChallenge } = finding

  /** Gives up what waits for the payer; false when it was paid meanwhile, which is then told. */
  const giveUp = async (known: Known): Promise<boolean> => {
    if (!isNamed(known)) {
      kept.forget(known)
      return true
    }
    const { status } = await calls.cancel(known.paymentId).catch((error: unknown) => {
      if (isOver(error)) return { status: 'cancelled' as const }
      throw error
    })
    if (status !== 'cancelled') await watch(known)
    else kept.forget(known)
    return status === 'cancelled'
  }

  return {
    ...finding,
    /** The payer wants to answer the bank after all. */
    continueChallenge: (known: Known, clientSecret: string) => {
      tell({ step: 'sending', begun: known })
      return answerChallenge(known, clientSecret)
    },
    giveUp,
    /** Frees the invoices of what was begun before with other values; false when that is not possible. */
    release: async (before: Unfinished): Promise<boolean> => {
      if (isKnown(before)) return giveUp(before)
      if (before.method === 'stripe') {
        await sendAgain(before)
        return false
      }
      try {
        const { paymentId } = await calls.createOrder(before.body, before.key)
        return await giveUp({ ...before, paymentId })
      } catch (error) {
        if (!isDecided(error, true)) throw error
        kept.forget(before)
        return true
      }
    },
    /** The payer does not want to answer the bank. */
    cancelChallenge: async (known: Known) => {
      tell({ step: 'sending', begun: known })
      try {
        if (await giveUp(known)) tell({ step: 'idle', problem: CANCELLED })
      } catch {
        await watch(known)
      }
    },
    /** Takes up what an earlier visit of this tab has left open. */
    resume: async () => {
      const begun = kept.read()
      if (!begun) return
      if (begun.method === 'stripe') {
        if (!isKnown(begun)) {
          const age = now() - (begun.begunAt ?? 0)
          if (age <= RESEND_MS_MAX) return sendAgain(begun)
          return tell({ step: 'unknown', begun, isSlow: true })
        }
        tell({ step: 'confirming', begun, isSlow: false })
        return watch(begun)
      }
      // A wallet that was closed with the page has cost nothing, and would only hold the invoices.
      if (isKnown(begun)) await giveUp(begun).catch(() => {})
    },
  }
}
