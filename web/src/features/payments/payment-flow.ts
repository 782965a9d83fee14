// One payment from the press of the button to its end, over lost answers, challenges and reloads.
// Whatever happens, what was begun is kept until its end is known, so that nothing is charged twice.
import type { PaymentOutcome } from '@invoice-desk/contract/payments'
import type { PaymentCalls } from './api.ts'
import {
  isDecided,
  isOver,
  PAYMENT_FAILED,
  type PaymentProblem,
  problemOf,
} from './payment-problem.ts'
import type { Kept, Unfinished, UnfinishedCard } from './unfinished.ts'

export type PaymentState =
  | { readonly step: 'idle'; readonly problem?: PaymentProblem | undefined }
  /** With what was begun before, when it is not the form in view that is sent. */
  | { readonly step: 'sending'; readonly begun?: Unfinished | undefined }
  /** The answer was lost: it can be sent again as it was, and nothing else. */
  | { readonly step: 'unknown'; readonly begun: UnfinishedCard; readonly problem: PaymentProblem }
  /** The provider has not decided yet; `isSlow` once nobody asks any more by itself. */
  | { readonly step: 'confirming'; readonly begun: Known; readonly isSlow: boolean }
  /** The bank waits for the payer. */
  | { readonly step: 'action'; readonly begun: Known; readonly clientSecret: string }
  | { readonly step: 'succeeded'; readonly outcome: PaymentOutcome }

export type Known = Unfinished & { readonly paymentId: string }

export type FlowParts = {
  readonly calls: PaymentCalls
  readonly kept: Kept
  /** Asks the bank's question; whatever comes of it, the server is asked afterwards. */
  readonly challenge: (clientSecret: string) => Promise<unknown>
  readonly pause: (ms: number) => Promise<void>
  readonly newKey: () => string
  readonly tell: (state: PaymentState) => void
}

/** Between one question and the next, some three minutes in all. */
export const PAUSES_MS = [1, 2, 3, 5, 8, 13, 20, 30, 30, 30, 30].map((seconds) => seconds * 1_000)

const INTERRUPTED: PaymentProblem = {
  message: 'Your last payment was interrupted before it could be confirmed.',
}
const CANCELLED: PaymentProblem = {
  message: 'The payment was cancelled. Nothing was charged.',
  isCalm: true,
}

export type PaymentFlow = ReturnType<typeof createPaymentFlow>

/** What card and wallet have in common: finding out how a payment ends. */
export const createPaymentFlow = ({ calls, kept, challenge, pause, tell }: FlowParts) => {
  const lose = (begun: Unfinished, error: unknown, fallback: string) => {
    kept.forget(begun)
    tell({ step: 'idle', problem: problemOf(error, fallback) })
  }

  /** `problem` is what to say when the payer is asked once more. */
  const settle = async (known: Known, outcome: PaymentOutcome, problem?: PaymentProblem) => {
    const { status, clientSecret } = outcome
    if (status === 'processing') return watch(known, problem)
    if (status === 'succeeded') {
      kept.forget(known)
      return tell({ step: 'succeeded', outcome })
    }
    tell(clientSecret ? { step: 'action', begun: known, clientSecret } : { step: 'idle', problem })
  }

  /** Asks until it is decided, more and more seldom. */
  const watch = async (known: Known, problem?: PaymentProblem): Promise<void> => {
    for (const ms of PAUSES_MS) {
      try {
        const outcome = await calls.complete(known.paymentId)
        if (outcome.status !== 'processing') return settle(known, outcome, problem)
      } catch (error) {
        if (isDecided(error, true)) return lose(known, error, PAYMENT_FAILED)
      }
      tell({ step: 'confirming', begun: known, isSlow: false })
      await pause(ms)
    }
    tell({ step: 'confirming', begun: known, isSlow: true })
  }

  const answerChallenge = async (known: Known, clientSecret: string) => {
    await challenge(clientSecret).catch(() => {})
    return watch(known)
  }

  /** Gives up what waits for the payer; false when it was paid meanwhile, which is then told. */
  const giveUp = async (known: Known): Promise<boolean> => {
    const { status } = await calls.cancel(known.paymentId).catch((error: unknown) => {
      if (isOver(error)) return { status: 'cancelled' as const }
      throw error
    })
    if (status !== 'cancelled') await watch(known)
    else kept.forget(known)
    return status === 'cancelled'
  }

  return {
    lose,
    settle,
    watch,
    answerChallenge,
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
        tell({ step: 'unknown', begun: before, problem: INTERRUPTED })
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
        if (!isKnown(begun)) return tell({ step: 'unknown', begun, problem: INTERRUPTED })
        tell({ step: 'confirming', begun, isSlow: false })
        return watch(begun)
      }
      // A wallet that was closed with the page has cost nothing, and would only hold the invoices.
      if (isKnown(begun)) await giveUp(begun).catch(() => {})
    },
  }
}

export const isKnown = (begun: Unfinished): begun is Known => begun.paymentId !== undefined
