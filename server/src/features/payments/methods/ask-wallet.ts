// What PayPal says about an attempt, and what follows from it.
import type { Dependencies } from '../../../dependencies.ts'
import type { ProviderPayment } from '../../../providers/payment-state.ts'
import { ProviderError } from '../../../providers/provider-error.ts'
import { keysOf, SEND_MS_MAX } from '../attempt/attempt.ts'
import { type Answer, decide, decideCancel, standingOf } from '../attempt/decide.ts'
import type { RecordDecision } from '../attempt/record.ts'
import type { Steps } from '../attempt/steps.ts'
import { type Attempt, findAttempt, markSent } from '../queries.ts'
import type { Settled } from './ask-card.ts'

export const createAskWallet = (
  { database, log, wallet }: Dependencies,
  { tryMove }: Steps,
  record: RecordDecision,
) => {
  const { db } = database
  const open = () => {
    if (!wallet) throw new ProviderError('paypal', 'auth', 'PayPal is not set up')
    return wallet
  }

  const unanswered = (error: unknown): Answer => {
    if (!(error instanceof ProviderError)) throw error
    const { kind, message, traceId } = error
    log.warn({ kind, message, traceId }, 'PayPal did not say what became of a capture')
    return { kind: 'unanswered' }
  }

  /** T1: that a capture is sent, before it is; undefined for whoever did not win this step. */
  const send = (attempt: Attempt): Promise<Attempt | undefined> =>
    attempt.state === 'reserved'
      ? tryMove(attempt, {
          to: 'confirming',
          action: 'payment_confirming',
          change: { failureCode: null, failureText: null },
          isSending: true,
        })
      : markSent(db, attempt)

  /** One call, whose answer decides together with what is known of earlier calls. It never leads to another one. */
  const capture = async (attempt: Attempt): Promise<Attempt> => {
    if (!CAPTURABLE.includes(attempt.state)) return attempt
    const { sent } = standingOf(attempt)
    const row = await send(attempt)
    if (!row) return (await findAttempt(db, attempt.id)) ?? attempt
    const answer = await open()
      .capture(row.providerId ?? '', keysOf(row).capture, lastMoment(row))
      .catch(unanswered)
    const decision = decide({ ...standingOf(row), sent }, answer)
    // An order as it was before says nothing about the call that has just gone out.
    const isUnclear = answer.kind === 'approved' || answer.kind === 'open'
    if (isUnclear || decision.do === 'capture' || decision.do === 'cancel') {
      return record(row, { do: 'hold' })
    }
    return record(row, decision)
  }

  /** Orders do not tell of disputes. While they cannot be read, what is known stays, and they are asked for again. */
  const withDispute = async (attempt: Attempt, seen: ProviderPayment) => {
    if (seen.kind !== 'paid' || attempt.reference === null) return { answer: seen }
    let isUnread = false
    const dispute = await open()
      .findDispute(attempt.reference)
      .catch((error: unknown) => {
        unanswered(error)
        // A business need not let the desk read its disputes.
        isUnread = !(error instanceof ProviderError && error.kind === 'auth')
        return attempt.dispute ?? undefined
      })
    return { answer: { ...seen, ...(dispute && { dispute }) }, isUnread }
  }

  return {
    capture,
    ask: async (attempt: Attempt): Promise<Settled> => {
      const seen = await open().find(attempt.providerId ?? '')
      const { answer, isUnread } = await withDispute(attempt, seen)
      const decision = decide(standingOf(attempt), answer)
      if (decision.do === 'capture') return { attempt: await capture(attempt) }
      if (decision.do === 'cancel') return { attempt }
      const settled = { attempt: await record(attempt, decision) }
      return isUnread ? { ...settled, unanswered: 'paypal' } : settled
    },
    /** The payer gave up. */
    cancel: async (attempt: Attempt): Promise<Settled> => {
      const decision = decideCancel(standingOf(attempt))
      return { attempt: decision.do === 'end' ? await record(attempt, decision) : attempt }
    },
  }
}

const lastMoment = ({ sentAt }: Attempt): number => (sentAt?.getTime() ?? 0) + SEND_MS_MAX

const CAPTURABLE: readonly string[] = ['reserved', 'confirming', 'unknown']
