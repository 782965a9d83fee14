// Lets payers pay by card or wallet, check on a payment, and cancel it.
import type { BodyOf } from '@invoice-desk/contract/http/endpoint'
import { isFinal } from '@invoice-desk/contract/payments/admin'
import {
  type CardMethod,
  PAYMENT_METHODS,
  type PaymentMethod,
  tooSmallText,
} from '@invoice-desk/contract/payments/payment-methods'
import {
  type captureWalletPayment,
  type createCardPayment,
  type createWalletOrder,
  type PaymentOutcome,
  sumOfLines,
} from '@invoice-desk/contract/payments/payments'
import type { Dependencies } from '../../dependencies.ts'
import { AppError } from '../../lib/app-error.ts'
import * as provider from './attempt/ask.ts'
import { isUnopened, payerCheckDelay } from './attempt/attempt.ts'
import { type BeginResult, begin, type Try } from './attempt/begin.ts'
import { openChecked } from './attempt/open.ts'
import { isPaid, openPaymentId, outcomeOf } from './attempt/outcome.ts'
import { advance, runLeased, settleAndWait, type Work } from './attempt/settle.ts'
import { moveOrReload } from './attempt/transitions.ts'
import { type Attempt, findAttemptByProviderId, type HeldLine, listLines } from './queries.ts'

/** We hold the lease of a new attempt. A repeated request waits for the worker that holds it. */
const workOn = (deps: Dependencies, { attempt, lines }: BeginResult, work: Work) =>
  lines ? runLeased(deps, attempt, work) : settleAndWait(deps, attempt.id, work)

export const payByCard = async (
  deps: Dependencies,
  method: CardMethod,
  body: BodyOf<(typeof createCardPayment)[CardMethod]>,
  { key, countTry }: Try,
): Promise<PaymentOutcome> => {
  const { invoices: lines, companyName, payerName, email, termsVersion, paymentMethodId } = body
  if (sumOfLines(lines) < PAYMENT_METHODS[method].centsMin) {
    throw new AppError('amount_too_small', { field: 'amount', text: tooSmallText(method) })
  }
  const payer = { companyName, payerName, email }
  const request = { key, countTry, method, lines, payer, termsVersion, more: paymentMethodId }
  const started = await begin(deps, request)
  let checked: readonly HeldLine[] | undefined
  const settled = await workOn(deps, started, async (_deps, row) => {
    if (!isUnopened(row)) return advance(deps, row)
    const opened = await openChecked(deps, row, { lines: await linesOf(deps, started) })
    if ('attempt' in opened) return opened
    checked = opened.lines
    const confirmed = await provider.confirm(deps, row, { opened, cardToken: paymentMethodId })
    // The payer is waiting, so we ask right away if the outcome is unknown.
    const isUnknown = confirmed.attempt.state === 'unknown'
    return isUnknown ? provider.ask(deps, confirmed.attempt) : confirmed
  })
  return outcomeOf(deps, settled, checked)
}

const linesOf = ({ database }: Dependencies, { attempt, lines }: BeginResult) =>
  lines ?? listLines(database.db, attempt.id)

export const createOrder = async (
  deps: Dependencies,
  method: PaymentMethod,
  { invoices: lines, payer: { name, ...contact }, termsVersion }: BodyOf<typeof createWalletOrder>,
  { key, countTry }: Try,
) => {
  if (!deps.config.payments[method]) throw new AppError('wallet_unavailable')
  const payer = {
    companyName: contact.company_name,
    payerName: `${name.given_name} ${name.surname}`.trim(),
    email: contact.email_address,
  }
  const started = await begin(deps, { key, countTry, method, lines, payer, termsVersion })
  const settled = await workOn(deps, started, async (_deps, row) => {
    if (row.providerId !== null) return provider.leave(row)
    if (!isUnopened(row)) return advance(deps, row)
    const { surname } = name
    const opened = await openChecked(deps, row, { lines: await linesOf(deps, started), surname })
    if ('attempt' in opened) return opened
    const reserved = await moveOrReload(deps, row, {
      to: 'reserved',
      action: 'payment_order_opened',
      // It's the payer's turn.
      change: { ...opened.change, leasedUntil: null },
      lines: opened.lines,
      checkInSeconds: payerCheckDelay(row),
    })
    return { attempt: reserved }
  })
  const { attempt } = settled
  const { paymentId } = await outcomeOf(deps, settled, [])
  if (attempt.providerId === null) throw new AppError('payment_in_progress')
  return { id: attempt.providerId, paymentId }
}

export const captureOrder = async (
  deps: Dependencies,
  method: PaymentMethod,
  { orderId, invoices }: BodyOf<typeof captureWalletPayment>,
): Promise<PaymentOutcome> => {
  if (!deps.config.payments[method]) throw new AppError('wallet_unavailable')
  const ordered = await findAttemptByProviderId(deps.database.db, orderId)
  if (ordered?.method !== method) throw new AppError('payment_unknown')
  if (sumOfLines(invoices) !== ordered.totalCents) {
    throw new AppError('payment_key_reused', { field: 'invoices' })
  }
  const settled = await settleAndWait(deps, ordered.id, provider.confirm)
  const { id, state } = settled.attempt
  // If the balances couldn't be read, we try again while the payer's page waits.
  if (state === 'reserved' && !settled.unanswered) throw notTaken(settled.attempt)
  // The payer is waiting, so we ask right away if the outcome is unknown.
  return outcomeOf(deps, state === 'unknown' ? await settleAndWait(deps, id) : settled)
}

const NOT_TAKEN = ['instrument_declined', 'wallet_action_required', 'wallet_declined'] as const

/** Why no money was taken; the payer can try again with the same order. */
const notTaken = ({ failureCode, failureText }: Attempt): AppError => {
  const code = NOT_TAKEN.find((each) => each === failureCode) ?? 'wallet_not_approved'
  return new AppError(code, { ...(failureText && { text: failureText }) })
}

/** Counts a decline only if this call discovered it. */
export const completePayment = async (
  deps: Dependencies,
  paymentId: string,
  countDecline: () => Promise<void>,
): Promise<PaymentOutcome> => {
  const id = openPaymentId(deps.config, paymentId)
  const settled = await settleAndWait(deps, id, async (_deps, row) => {
    const after = await advance(deps, row)
    const { state, failureCode } = after.attempt
    const isDeclined = state === 'failed' && failureCode === 'payment_declined'
    if (!isFinal(row.state) && isDeclined) await countDecline()
    return after
  })
  return outcomeOf(deps, settled)
}

export const cancelPayment = async (deps: Dependencies, paymentId: string) => {
  const id = openPaymentId(deps.config, paymentId)
  const { attempt } = await settleAndWait(deps, id, async (_deps, row) => {
    const canCancel = row.state === 'reserved' || row.state === 'requires_action'
    return canCancel ? provider.cancel(deps, row) : provider.leave(row)
  })
  if (isPaid(attempt)) return { status: 'succeeded' } as const
  return { status: isFinal(attempt.state) ? 'cancelled' : 'processing' } as const
}
