// What a payer learns about their payment. It is named to them by a sealed id that says nothing by itself.

import type { ErrorCode } from '@invoice-desk/contract/errors'
import { ERRORS } from '@invoice-desk/contract/errors'
import { decimalFromCents } from '@invoice-desk/contract/money'
import { type PaymentOutcome, readReceipt } from '@invoice-desk/contract/payments'
import { isFinal } from '@invoice-desk/contract/payments-admin'
import { z } from 'zod'
import { AppError } from '../../../app-error.ts'
import type { Config } from '../../../config.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { createSealer, type Keyring } from '../../../sealing.ts'
import type { Settled } from '../methods/ask-card.ts'
import { NOT_CHARGED_TEXT } from '../methods/decline-texts.ts'
import { type Attempt, listNumbers } from '../queries.ts'

export const createPaymentIds = (keyring: Keyring) => {
  const sealer = createSealer(keyring, 'payment-id')
  return {
    seal: (attemptId: string): string => sealer.seal(attemptId),
    /** The attempt's id, or a refusal for anything that we have not handed out. */
    open: (paymentId: string): string => {
      const id = z.uuid().safeParse(sealer.open(paymentId))
      if (!id.success) throw new AppError('payment_unknown')
      return id.data
    },
  }
}

export const receiptUrlOf = ({ publicUrl }: Pick<Config, 'publicUrl'>, paymentId: string): string =>
  `${publicUrl}${readReceipt.path}?payment=${paymentId}`

/** The money arrived as it was asked for; whether it is booked yet is not the payer's concern. */
export const isPaid = ({ reference, capturedCents, totalCents }: Attempt): boolean =>
  reference !== null && capturedCents === totalCents

/** Nothing that the payer could learn is open any more. */
export const isDecided = (attempt: Attempt): boolean => isFinal(attempt.state) || isPaid(attempt)

export const createOutcome = ({ config, database }: Dependencies) => {
  const ids = createPaymentIds(config.keyring)

  /** Whoever knows the invoices' numbers already saves reading them. */
  return async (
    { attempt, clientSecret }: Settled,
    numbers?: readonly string[],
  ): Promise<PaymentOutcome> => {
    refuseEnded(attempt)
    const paymentId = ids.seal(attempt.id)
    const invoiceNumbers = numbers ?? (await listNumbers(database.db, attempt.id))
    const paid = isPaid(attempt)
    return {
      paymentId,
      status: paid ? 'succeeded' : clientSecret ? 'requires_action' : 'processing',
      amount: decimalFromCents(attempt.totalCents),
      invoiceNumbers: [...invoiceNumbers],
      ...(clientSecret && !paid && { clientSecret }),
      ...(paid && { receiptUrl: receiptUrlOf(config, paymentId) }),
    }
  }
}

const refuseEnded = ({ state, reference, failureCode, failureText }: Attempt): void => {
  if (reference !== null) return
  if (state === 'cancelled') throw new AppError('payment_cancelled')
  if (state === 'expired') throw new AppError('payment_expired')
  if (state !== 'failed') return
  const code = (failureCode ?? 'payment_failed') as ErrorCode
  const known = code in ERRORS ? code : 'payment_failed'
  const text = failureText ?? (known === 'payment_failed' ? NOT_CHARGED_TEXT : undefined)
  throw new AppError(known, { ...(text && { text }) })
}
