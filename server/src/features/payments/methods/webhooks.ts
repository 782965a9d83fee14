// Takes note of what a provider reports. The report is never believed: it only says which attempt to ask about.
import { isUuid } from '@invoice-desk/contract/ids'
import { AppError } from '../../../app-error.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { Counter } from '../../../http/rate-limits.ts'
import type { WalletEvent, WalletReport } from '../../../providers/paypal/paypal-events.ts'
import { ProviderError } from '../../../providers/provider-error.ts'
import { settlePaymentJob } from '../job-kinds.ts'
import {
  type Attempt,
  findAttempt,
  findAttemptByProviderId,
  hasEvent,
  insertEvent,
} from '../queries.ts'
import { listAttemptsByReferences } from '../reconciliation/queries.ts'

/** PayPal is asked about so many events at once; it sends the others again. */
const VERIFICATIONS_MAX = 10
const RETRY_AFTER_SECONDS = 30

export const createWebhooks = ({ cards, config, database, jobs, log, wallet }: Dependencies) => {
  const { db } = database
  let verifications = 0

  /** The event and the work it asks for are stored together, once. */
  const takeNote = (eventId: string, attemptId: string | undefined): Promise<void> =>
    db.transaction(async (tx) => {
      if (!(await insertEvent(tx, eventId))) return
      if (attemptId) await jobs.send(tx, settlePaymentJob, { attemptId })
    })

  /** Orders and captures carry our own id; reversals and disputes name the capture alone. */
  const findOf = async ({ attemptId, captureIds }: WalletEvent): Promise<Attempt | undefined> => {
    const named = attemptId && isUuid(attemptId) ? await findAttempt(db, attemptId) : undefined
    return named ?? (await listAttemptsByReferences(db, captureIds))[0]
  }

  /** Asks PayPal, unless several events about this payment were not PayPal's. */
  const verify = async (report: WalletReport, forged: Counter): Promise<void> => {
    if (await forged.isReached()) throw new AppError('rate_limited')
    if (verifications >= VERIFICATIONS_MAX)
      throw new AppError('unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS })
    verifications += 1
    const isGenuine = await report
      .isGenuine()
      .catch(async (error: unknown) => {
        log.warn({ err: error }, 'a webhook could not be verified')
        if (error instanceof ProviderError && error.kind === 'rejected') await forged.count()
        // PayPal could not tell whether it is its own; it sends the event again.
        throw new AppError('unavailable', { cause: error })
      })
      .finally(() => {
        verifications -= 1
      })
    if (isGenuine) return
    await forged.count()
    throw new AppError('webhook_signature_invalid')
  }

  return {
    stripe: async (body: Buffer, signature: unknown) => {
      const event = await cards.readEvent(body, typeof signature === 'string' ? signature : '')
      if (!event) throw new AppError('webhook_signature_invalid')
      if (event.livemode !== config.stripe.livemode) {
        // Accepted all the same, or Stripe would repeat it for days: it says nothing about our money.
        log.warn({ event: event.id }, 'a webhook of the other mode of Stripe was ignored')
        return { received: true } as const
      }
      const attempt = event.intentId && (await findAttemptByProviderId(db, event.intentId))
      await takeNote(`stripe:${event.id}`, attempt ? attempt.id : undefined)
      return { received: true } as const
    },

    paypal: async (
      body: Buffer,
      headers: Readonly<Record<string, unknown>>,
      forgedOf: (attemptId: string) => Counter,
    ) => {
      if (!wallet) throw new AppError('not_found')
      const report = wallet.readReport(body, headers)
      if (!report) throw new AppError('webhook_signature_invalid')
      const eventId = `paypal:${report.event.id}`
      const attempt = await findOf(report.event)
      // What is about no payment of ours, or known already, needs no asking, genuine or not.
      if (attempt && !(await hasEvent(db, eventId))) {
        await verify(report, forgedOf(attempt.id))
        await takeNote(eventId, attempt.id)
      }
      return { received: true } as const
    },
  }
}
