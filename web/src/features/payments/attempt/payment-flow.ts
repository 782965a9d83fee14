// What card and wallet payments share: canceling, continuing a bank challenge, and resuming after a reload.
// A payment stays stored until its outcome is known, so the customer is never charged twice.
import { createFindOutcome } from './find-outcome.ts'
import { isDecided, isOver, type PaymentProblem } from './payment-problem.ts'
import type { FlowParts } from './payment-state.ts'
import { type AcceptedPayment, hasId, isAccepted, type PendingPayment } from './pending-payment.ts'

const CANCELED: PaymentProblem = {
  message: 'Payment canceled. Nothing was charged.',
  isNeutral: true,
}

/** The first request may never have arrived, so we resend an older one only when the customer asks. */
const RESEND_AGE_MS_MAX = 10 * 60_000

export type PaymentFlow = ReturnType<typeof createPaymentFlow>

export const createPaymentFlow = (parts: FlowParts) => {
  const { calls, store, now, setState } = parts
  const finding = createFindOutcome(parts)
  const { poll, resend, runChallenge } = finding

  /** Returns false, and shows the outcome, when the payment went through first. */
  const cancel = async (pending: AcceptedPayment): Promise<boolean> => {
    if (!hasId(pending)) {
      store.remove(pending)
      return true
    }
    const { status } = await calls.cancel(pending.paymentId).catch((error: unknown) => {
      if (isOver(error)) return { status: 'cancelled' as const }
      throw error
    })
    if (status !== 'cancelled') await poll(pending)
    else store.remove(pending)
    return status === 'cancelled'
  }

  return {
    ...finding,
    cancel,
    continueChallenge: (pending: AcceptedPayment, clientSecret: string) => {
      setState({ step: 'sending', pending })
      return runChallenge(pending, clientSecret)
    },
    cancelChallenge: async (pending: AcceptedPayment) => {
      setState({ step: 'sending', pending })
      try {
        if (await cancel(pending)) setState({ step: 'idle', problem: CANCELED })
      } catch {
        await poll(pending)
      }
    },
    /** Releases the invoices of an earlier payment with other values. Returns false when that isn't possible. */
    release: async (earlier: PendingPayment): Promise<boolean> => {
      if (isAccepted(earlier)) return cancel(earlier)
      if (earlier.kind === 'card') {
        await resend(earlier)
        return false
      }
      try {
        const { paymentId } = await calls.createOrder(earlier.body, earlier.key)
        return await cancel({ ...earlier, paymentId })
      } catch (error) {
        if (!isDecided(error, true)) throw error
        store.remove(earlier)
        return true
      }
    },
    /** Continues the payment that an earlier visit in this tab left pending. */
    resume: async () => {
      const pending = store.read()
      if (!pending) return
      if (pending.kind === 'card') {
        if (!isAccepted(pending)) {
          const ageMs = now() - (pending.startedAt ?? 0)
          if (ageMs <= RESEND_AGE_MS_MAX) return resend(pending)
          return setState({ step: 'unknown', pending, isSlow: true })
        }
        setState({ step: 'confirming', pending, isSlow: false })
        return poll(pending)
      }
      // A wallet that was closed with the page has charged nothing and would only hold the invoices.
      if (isAccepted(pending)) await cancel(pending).catch(() => {})
    },
  }
}
