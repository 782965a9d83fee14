// Receives webhooks. A webhook's content is never trusted: it only says which attempt to ask the provider about.

import type { PaymentMethod } from '@invoice-desk/contract/payments/payment-methods'
import { isUuid } from '@invoice-desk/contract/values/ids'
import type { Dependencies } from '../../../dependencies.ts'
import type { Counter } from '../../../http/rate-limits.ts'
import { AppError } from '../../../lib/app-error.ts'
import type { WebhookHeaders, WebhookReport } from '../../../providers/payment-provider.ts'
import { ProviderError } from '../../../providers/provider-error.ts'
import { settlePaymentJob } from '../job-kinds.ts'
import {
  type Attempt,
  findAttempt,
  findAttemptByProviderId,
  listAttemptsByReferences,
} from '../queries.ts'
import { storeStray } from '../restore/queries.ts'
import { strayOf } from '../restore/strays.ts'
import { hasEvent, insertEvent } from './queries.ts'

/**
 * How many events we verify at once. The provider retries the others. Anyone can make up a payment that we don't know, so
 * these leave room for the others.
 */
const VERIFICATIONS_MAX = { known: 10, stray: 2 } as const
const RETRY_AFTER_SECONDS = 30
const RECEIVED = { received: true } as const

export const createWebhooks = ({ config, database, drivers, jobs, log }: Dependencies) => {
  const { db } = database
  let verifications = 0

  /** Most events name our id or the provider's; reversals name only the capture, and disputes one or several. */
  const listReported = async (report: WebhookReport): Promise<readonly Attempt[]> => {
    const { attemptId, providerId, references = [] } = report
    const named = attemptId && isUuid(attemptId) ? await findAttempt(db, attemptId) : undefined
    const found = named ?? (providerId ? await findAttemptByProviderId(db, providerId) : undefined)
    return found ? [found] : listAttemptsByReferences(db, references)
  }

  /** Asks the provider whether it sent the event, unless too many about this payment were forged. */
  const requireGenuine = async (
    verify: () => Promise<boolean>,
    forged: Counter,
    max: number,
  ): Promise<void> => {
    if (await forged.isReached()) throw new AppError('rate_limited')
    if (verifications >= max)
      throw new AppError('unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS })
    verifications += 1
    const isGenuine = await verify()
      .catch(async (error: unknown) => {
        log.warn({ err: error }, 'a webhook could not be verified')
        if (error instanceof ProviderError && error.kind === 'rejected') await forged.count()
        // The provider retries the event.
        throw new AppError('unavailable', { cause: error })
      })
      .finally(() => {
        verifications -= 1
      })
    if (isGenuine) return
    await forged.count()
    throw new AppError('webhook_signature_invalid')
  }

  return async (
    method: PaymentMethod,
    { rawBody, headers }: { rawBody: Buffer; headers: WebhookHeaders },
    forgedOf: (subject: string) => Counter,
  ): Promise<typeof RECEIVED> => {
    if (!config.payments[method]) throw new AppError('not_found')
    const report = await drivers[method].readWebhook(rawBody, headers)
    if (!report) throw new AppError('webhook_signature_invalid')
    const eventId = `${method}:${report.id}`
    if (report.isOtherMode) {
      // Accepted anyway, or the provider would retry it for days.
      log.warn({ event: eventId }, 'ignored a webhook from the other mode (test or live)')
      return RECEIVED
    }
    const attempts = await listReported(report)
    const [first] = attempts
    // A restored database may know the attempt, but not that it opened this order.
    const isKnown = first && (!report.providerId || report.providerId === first.providerId)
    const stray = isKnown ? undefined : strayOf({ drivers }, method, report)
    if (report.verify) {
      // We don't verify events that are about none of our payments or that we already have.
      if (!(first || stray) || (await hasEvent(db, eventId))) return RECEIVED
      const max = VERIFICATIONS_MAX[first ? 'known' : 'stray']
      await requireGenuine(report.verify, forgedOf(first?.id ?? 'stray'), max)
    }
    // The event and its jobs are stored in one transaction, so each event is handled once.
    await db.transaction(async (tx) => {
      if (!(await insertEvent(tx, eventId))) return
      for (const { id } of attempts) await jobs.send(tx, settlePaymentJob, { attemptId: id })
      if (stray) await storeStray(tx, stray)
    })
    return RECEIVED
  }
}
