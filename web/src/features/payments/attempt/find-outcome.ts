// Finds out how a payment ended despite lost answers and slow providers. It always retries the same payment.
import { decimalFromCents } from '@invoice-desk/contract/money'
import { type PaymentOutcome, sumOfLines } from '@invoice-desk/contract/payments'
import { isDecided, PAYMENT_FAILED, problemOf } from './payment-problem.ts'
import type { Checkable, FlowParts } from './payment-state.ts'
import {
  type AcceptedPayment,
  hasId,
  isAccepted,
  type PendingCard,
  type PendingPayment,
} from './pending-payment.ts'

/** Backoff between polls, about three minutes in total. */
export const PAUSES_MS = [1, 2, 3, 5, 8, 13, 20, 30, 30, 30, 30].map((seconds) => seconds * 1_000)

export const createFindOutcome = ({ calls, store, challenge, pause, setState }: FlowParts) => {
  const fail = (payment: PendingPayment, error: unknown, fallback: string) => {
    store.remove(payment)
    setState({ step: 'idle', problem: problemOf(error, fallback) })
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

/** Fills in what we sent when the answer doesn't list the invoices. */
const withSentAmounts = (
  { body: { invoices } }: PendingPayment,
  outcome: PaymentOutcome,
): PaymentOutcome => {
  if (outcome.invoiceNumbers.length > 0) return outcome
  const invoiceNumbers = invoices.map(({ number }) => number)
  return { ...outcome, amount: decimalFromCents(sumOfLines(invoices)), invoiceNumbers }
}
