// Finding out how a payment ends, over lost answers and slow providers: the same payment is asked for again, never another.
import { decimalFromCents } from '@invoice-desk/contract/money'
import type { PaymentOutcome } from '@invoice-desk/contract/payments'
import { isDecided, PAYMENT_FAILED, problemOf } from './payment-problem.ts'
import { type Findable, type FlowParts, isKnown, isNamed, type Known } from './payment-state.ts'
import { amountOf, type Unfinished, type UnfinishedCard } from './unfinished.ts'

/** Between one question and the next, some three minutes in all. */
export const PAUSES_MS = [1, 2, 3, 5, 8, 13, 20, 30, 30, 30, 30].map((seconds) => seconds * 1_000)

export const createFindOutcome = ({ calls, kept, challenge, pause, tell }: FlowParts) => {
  const lose = (begun: Unfinished, error: unknown, fallback: string) => {
    kept.forget(begun)
    tell({ step: 'idle', problem: problemOf(error, fallback) })
  }

  const settle = async (known: Known, outcome: PaymentOutcome): Promise<void> => {
    const { status, clientSecret } = outcome
    if (status === 'processing') return watch(known)
    if (status === 'succeeded') {
      kept.forget(known)
      return tell({ step: 'succeeded', outcome: paidBy(known, outcome) })
    }
    tell(clientSecret ? { step: 'action', begun: known, clientSecret } : { step: 'idle' })
  }

  /** Asks until it is decided, more and more seldom. */
  const watch = async (known: Known, isLost = false): Promise<void> => {
    let step: 'unknown' | 'confirming' = isLost ? 'unknown' : 'confirming'
    for (const ms of isNamed(known) ? PAUSES_MS : []) {
      try {
        const outcome = await calls.complete(known.paymentId)
        if (outcome.status !== 'processing') return settle(known, outcome)
        step = 'confirming'
      } catch (error) {
        if (isDecided(error, true)) return lose(known, error, PAYMENT_FAILED)
      }
      tell({ step, begun: known, isSlow: false })
      await pause(ms)
    }
    tell({ step, begun: known, isSlow: true })
  }

  /** False when no answer came that says anything about the payment. */
  const send = async (begun: UnfinishedCard, isRepeat: boolean): Promise<boolean> => {
    let outcome: PaymentOutcome
    try {
      outcome = await calls.createCard(begun.body, begun.key)
    } catch (error) {
      if (!isDecided(error, isRepeat)) return false
      lose(begun, error, PAYMENT_FAILED)
      return true
    }
    const known = { ...begun, paymentId: outcome.paymentId }
    kept.update(known)
    const { status, clientSecret } = outcome
    if (status === 'requires_action' && clientSecret) await answerChallenge(known, clientSecret)
    else await settle(known, outcome)
    return true
  }

  /** The same request under the same key until it is answered: the server makes one payment of all. */
  const sendAgain = async (begun: UnfinishedCard) => {
    for (const ms of PAUSES_MS) {
      tell({ step: 'unknown', begun, isSlow: false })
      await pause(ms)
      if (await send(begun, true)) return
    }
    tell({ step: 'unknown', begun, isSlow: true })
  }

  const findOut = (begun: Findable): Promise<void> =>
    isKnown(begun) ? watch(begun, true) : sendAgain(begun)

  const answerChallenge = async (known: Known, clientSecret: string) => {
    await challenge(clientSecret).catch(() => {})
    return watch(known)
  }

  return {
    lose,
    settle,
    watch,
    findOut,
    answerChallenge,
    sendAgain,
    sendCard: async (begun: UnfinishedCard) => {
      if (!(await send(begun, false))) await sendAgain(begun)
    },
  }
}

/** Where the answer doesn't say what was paid, it's what was sent. */
const paidBy = (sent: Unfinished, outcome: PaymentOutcome): PaymentOutcome => {
  if (outcome.invoiceNumbers.length > 0) return outcome
  const invoiceNumbers = sent.body.invoices.map(({ number }) => number)
  return { ...outcome, amount: decimalFromCents(amountOf(sent)), invoiceNumbers }
}
