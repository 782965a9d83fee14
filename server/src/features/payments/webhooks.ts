// Takes note of what a provider reports. The report is never believed: it only says which attempt to ask about.
import { AppError } from '../../app-error.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { WalletEvent } from '../../providers/paypal-events.ts'
import { settlePaymentJob } from './job-kinds.ts'
import { type Attempt, findAttempt, findAttemptByProviderId, insertEvent } from './queries.ts'
import { listAttemptsByReferences } from './reconcile-queries.ts'

export const createWebhooks = ({ cards, config, database, jobs, log, wallet }: Dependencies) => {
  const { db } = database

  /** The event and the work it asks for are stored together, once. */
  const takeNote = (eventId: string, attemptId: string | undefined): Promise<void> =>
    db.transaction(async (tx) => {
      if (!(await insertEvent(tx, eventId))) return
      if (attemptId) await jobs.send(tx, settlePaymentJob, { attemptId })
    })

  /** Orders and captures carry our own id; reversals and disputes name the capture alone. */
  const findOf = async ({ attemptId, captureIds }: WalletEvent): Promise<Attempt | undefined> => {
    if (attemptId && isUuid(attemptId)) return findAttempt(db, attemptId)
    const [attempt] = await listAttemptsByReferences(db, captureIds)
    return attempt
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

    paypal: async (body: Buffer, headers: Readonly<Record<string, unknown>>) => {
      if (!wallet) throw new AppError('not_found')
      const event = await wallet.readEvent(body, headers).catch((error: unknown) => {
        // PayPal could not be asked whether it is its own; it sends the event again.
        log.warn({ err: error }, 'a webhook could not be verified')
        throw new AppError('unavailable', { cause: error })
      })
      if (!event) throw new AppError('webhook_signature_invalid')
      const attempt = await findOf(event)
      await takeNote(`paypal:${event.id}`, attempt?.id)
      return { received: true } as const
    },
  }
}

const isUuid = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)
