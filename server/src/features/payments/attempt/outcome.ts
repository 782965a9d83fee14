// Builds what a payer sees about their payment, which they know only by a sealed id.
import { ERRORS, type ErrorCode } from '@invoice-desk/contract/http/errors'
import { isFinal } from '@invoice-desk/contract/payments/admin'
import { NOT_CHARGED_TEXT } from '@invoice-desk/contract/payments/payment-errors'
import { type PaymentOutcome, readReceipt } from '@invoice-desk/contract/payments/payments'
import { decimalFromCents } from '@invoice-desk/contract/values/money'
import { z } from 'zod'
import type { Dependencies } from '../../../dependencies.ts'
import { AppError } from '../../../lib/app-error.ts'
import { createSealer } from '../../../secrets/sealing.ts'
import type { Config } from '../../../settings/config.ts'
import { type Attempt, type HeldLine, listLines } from '../queries.ts'
import { receiptView } from '../receipt/receipt-facts.ts'
import type { Settled } from './ask.ts'
import { currentInvoices } from './balances.ts'

const sealerOf = ({ keyring }: Config) => createSealer(keyring, 'payment-id')

export const sealPaymentId = (config: Config, { id }: Attempt): string => sealerOf(config).seal(id)

/** The attempt's id. Refuses every id that we didn't issue. */
export const openPaymentId = (config: Config, paymentId: string): string => {
  const { data } = z.uuid().safeParse(sealerOf(config).open(paymentId))
  if (!data) throw new AppError('payment_unknown')
  return data
}

export const receiptUrlOf = (config: Config, attempt: Attempt): string =>
  `${config.publicUrl}${readReceipt.path}?payment=${sealPaymentId(config, attempt)}`

/** The full amount arrived; payers don't need to know whether it is booked yet. */
export const isPaid = ({ reference, capturedCents, totalCents }: Attempt): boolean =>
  reference !== null && capturedCents === totalCents

/** The payer's result won't change anymore. */
export const isDecided = (attempt: Attempt): boolean => isFinal(attempt.state) || isPaid(attempt)

/** Throws if the payment ended without money. */
export const outcomeOf = async (
  deps: Dependencies,
  { attempt, clientSecret, refusal }: Settled,
  known?: readonly HeldLine[],
): Promise<PaymentOutcome> => {
  const { config, database } = deps
  if (refusal) throw refusal
  await refuseEnded(deps, attempt)
  const lines = known ?? (await listLines(database.db, attempt.id))
  const paid = isPaid(attempt)
  return {
    paymentId: sealPaymentId(config, attempt),
    status: paid ? 'succeeded' : clientSecret ? 'requires_action' : 'processing',
    amount: decimalFromCents(attempt.totalCents),
    invoiceNumbers: lines.map(({ invoiceNumber }) => invoiceNumber),
    ...(clientSecret && !paid && { clientSecret }),
    ...(paid && {
      receiptUrl: receiptUrlOf(config, attempt),
      receipt: receiptView(config, attempt, lines),
    }),
  }
}

const refuseEnded = async ({ config, database }: Dependencies, attempt: Attempt): Promise<void> => {
  const { id, state, reference, failureCode, failureText } = attempt
  if (reference !== null) return
  if (state === 'cancelled') {
    throw new AppError('payment_cancelled', { ...(failureText && { text: failureText }) })
  }
  if (state === 'expired') throw new AppError('payment_expired')
  if (state !== 'failed') return
  const code = errorCodeOf(failureCode)
  const text = failureText ?? (code === 'payment_failed' ? NOT_CHARGED_TEXT : undefined)
  const isChanged = code === 'balance_changed' || code === 'invoice_paid'
  const lines = isChanged ? await listLines(database.db, id) : []
  const extra = isChanged && { extra: { invoices: currentInvoices(config, attempt, lines) } }
  throw new AppError(code, { ...(text && { text }), ...extra })
}

/** A stored code may be one that a newer version no longer has. */
export const errorCodeOf = (code: string | null): ErrorCode =>
  code !== null && code in ERRORS ? (code as ErrorCode) : 'payment_failed'
