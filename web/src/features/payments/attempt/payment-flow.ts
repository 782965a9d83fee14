// Finds out how a payment ended despite lost answers, slow providers and reloads. It always retries the same payment, which
// stays stored until its outcome is known, so the customer is never charged twice.

import { type PaymentOutcome, sumOfLines } from '@invoice-desk/contract/payments/payments'
import { decimalFromCents } from '@invoice-desk/contract/values/money'
import type { PaymentCalls } from '../api.ts'
import {
  isDecided,
  isOver,
  PAYMENT_FAILED,
  type PaymentProblem,
  problemOf,
} from './payment-problem.ts'
import {
  type AcceptedPayment,
  hasId,
  isAccepted,
  type PaymentStore,
  type PendingCard,
  type PendingPayment,
  type PendingWallet,
} from './pending-payment.ts'

export type PaymentState =
  | { readonly step: 'idle'; readonly problem?: PaymentProblem | undefined }
  /** `pending` is set when this is an earlier payment rather than the form on screen. */
  | { readonly step: 'sending'; readonly pending?: PendingPayment | undefined }
  /** The answer was lost, or the provider hasn't decided yet. */
  | {
      readonly step: 'unknown' | 'confirming'
      readonly pending: Checkable
      /** Once we stop polling and show a button instead. */
      readonly isSlow: boolean
    }
  /** The bank wants the customer to confirm. */
  | {
      readonly step: 'action'
      readonly pending: AcceptedPayment
      readonly clientSecret: string
    }
  | { readonly step: 'succeeded'; readonly outcome: PaymentOutcome }

/** A card payment can be resent with its key, so it can be checked even before it has an id. */
export type Checkable = AcceptedPayment | PendingCard

export type FlowParts = {
  readonly calls: PaymentCalls
  readonly store: PaymentStore
  /** Shows the bank's challenge. Its result doesn't matter, because we poll the server afterward. */
  readonly challenge: (clientSecret: string) => Promise<unknown>
  readonly pause: (ms: number) => Promise<void>
  readonly newKey: () => string
  readonly now: () => number
  readonly setState: (state: PaymentState) => void
  readonly isIdle: () => boolean
}

export const CANCELED: PaymentProblem = {
  message: "Payment canceled. You weren't charged.",
  isNeutral: true,
}

/** Backoff between polls, about three minutes in total. */
const PAUSES_MS = [1, 2, 3, 5, 8, 13, 20, 30, 30, 30, 30].map((seconds) => seconds * 1_000)

/** The first request may never have arrived, so we resend an older one only when the customer asks. */
const RESEND_AGE_MS_MAX = 10 * 60_000

const createFindOutcome = ({ calls, store, challenge, pause, setState }: FlowParts) => {
  /** Only for errors that end the payment without a charge. */
  const fail = (payment: PendingPayment, error: unknown, fallback: string) => {
    store.remove(payment)
    setState({ step: 'idle', problem: problemOf(error, fallback, true, payment.body.invoices) })
  }

  const applyOutcome = async (pending: AcceptedPayment, outcome: PaymentOutcome): Promise<void> => {
    const { status, clientSecret } = outcome
    if (status === 'processing') return poll(pending)
    if (status === 'succeeded') {
      store.remove(pending)
      return setState({ step: 'succeeded', outcome: withSentAmounts(pending, outcome) })
    }
    setState(clientSecret ? { step: 'action', pending, clientSecret } : { step: 'idle' })
  }

  const poll = async (pending: AcceptedPayment, isLost = false): Promise<void> => {
    let step: 'unknown' | 'confirming' = isLost ? 'unknown' : 'confirming'
    for (const ms of hasId(pending) ? PAUSES_MS : []) {
      try {
        const outcome = await calls.complete(pending.paymentId)
        if (outcome.status !== 'processing') return applyOutcome(pending, outcome)
        step = 'confirming'
      } catch (error) {
        if (isDecided(error, true)) return fail(pending, error, PAYMENT_FAILED)
      }
      setState({ step, pending, isSlow: false })
      await pause(ms)
    }
    setState({ step, pending, isSlow: true })
  }

  /** Returns false when the answer says nothing about the payment. */
  const send = async (pending: PendingCard, isRepeat: boolean): Promise<boolean> => {
    let outcome: PaymentOutcome
    try {
      outcome = await calls.createCard(pending.body, pending.key)
    } catch (error) {
      if (!isDecided(error, isRepeat)) return false
      fail(pending, error, PAYMENT_FAILED)
      return true
    }
    const accepted = { ...pending, paymentId: outcome.paymentId }
    store.update(accepted)
    const { status, clientSecret } = outcome
    if (status === 'requires_action' && clientSecret) await runChallenge(accepted, clientSecret)
    else await applyOutcome(accepted, outcome)
    return true
  }

  /** Sends the same request with the same idempotency key until the server answers it. */
  const resend = async (pending: PendingCard) => {
    for (const ms of PAUSES_MS) {
      setState({ step: 'unknown', pending, isSlow: false })
      await pause(ms)
      if (await send(pending, true)) return
    }
    setState({ step: 'unknown', pending, isSlow: true })
  }

  const runChallenge = async (pending: AcceptedPayment, clientSecret: string) => {
    await challenge(clientSecret).catch(() => {})
    return poll(pending)
  }

  return {
    fail,
    applyOutcome,
    poll,
    resend,
    runChallenge,
    checkOutcome: (pending: Checkable, isLost = true): Promise<void> =>
      isAccepted(pending) ? poll(pending, isLost) : resend(pending),
    sendCard: async (pending: PendingCard) => {
      if (!(await send(pending, false))) await resend(pending)
    },
  }
}

export type PaymentFlow = ReturnType<typeof createPaymentFlow>

/** Adds canceling, continuing a bank challenge, and resuming after a reload. */
export const createPaymentFlow = (parts: FlowParts) => {
  const { calls, store, now, pause, setState, isIdle } = parts
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

  /** Cancels what a closed wallet window left open. It may have gone through first, so only an answer ends this. */
  const resumeWallet = async (pending: AcceptedPayment & PendingWallet): Promise<void> => {
    // If money may be moving, no one should see the form while the answer takes its time.
    let isShown = pending.mayBeCaptured === true && isIdle()
    if (isShown) setState({ step: 'unknown', pending, isSlow: false })
    for (const ms of PAUSES_MS) {
      try {
        if ((await cancel(pending)) && isShown) setState({ step: 'idle', problem: CANCELED })
        return
      } catch {
        // The customer is already paying, which checks this payment first.
        if (!isShown && !isIdle()) return
        isShown = true
        setState({ step: 'unknown', pending, isSlow: false })
      }
      await pause(ms)
    }
    setState({ step: 'unknown', pending, isSlow: true })
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
      // Without an id, the customer never saw the order in the wallet's window.
      if (isAccepted(pending)) await resumeWallet(pending)
    },
  }
}

/** Fills in what we sent when the answer doesn't list the invoices. */
const withSentAmounts = (
  { body: { invoices } }: PendingPayment,
  outcome: PaymentOutcome,
): PaymentOutcome => {
  if (outcome.invoiceNumbers.length > 0) return outcome
  const invoiceNumbers = invoices.map(({ number }) => number)
  return { ...outcome, amount: decimalFromCents(sumOfLines(invoices)), invoiceNumbers }
}
