// Takes note of what a provider reports. The report is never believed: it only says which attempt to ask about.
import { AppError } from '../../app-error.ts'
import type { Dependencies } from '../../dependencies.ts'
import { settlePaymentJob } from './job-kinds.ts'
import { findAttempt, findAttemptByProviderId, insertEvent } from './queries.ts'

export const createWebhooks = ({ cards, database, jobs, log, wallet }: Dependencies) => {
  const { db } = database

  /** The event and the work it asks for are stored together, once. */
  const takeNote = (eventId: string, attemptId: string | undefined): Promise<void> =>
    db.transaction(async (tx) => {
      if (!(await insertEvent(tx, eventId))) return
      if (attemptId) await jobs.send(tx, settlePaymentJob, { attemptId })
    })

  return {
    stripe: async (body: Buffer, signature: unknown) => {
      const event = await cards.readEvent(body, typeof signature === 'string' ? signature : '')
      if (!event) throw new AppError('webhook_signature_invalid')
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
      const id = event.attemptId && isUuid(event.attemptId) ? event.attemptId : undefined
      const attempt = id && (await findAttempt(db, id))
      await takeNote(`paypal:${event.id}`, attempt ? attempt.id : undefined)
      return { received: true } as const
    },
  }
}

const isUuid = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)
