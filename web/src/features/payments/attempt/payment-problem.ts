// What a failed call says about a payment: nothing, that it has ended, or what to show the customer.
import { COMMON_ERRORS } from '@invoice-desk/contract/http/common-errors'
import { PAYMENT_ERRORS } from '@invoice-desk/contract/payments/payment-errors'
import {
  type CurrentInvoice,
  currentInvoice,
  type PaymentLine,
} from '@invoice-desk/contract/payments/payments'
import { z } from 'zod'
import { errorTextIn } from '../../../shared/api/api.ts'
import {
  ApiError,
  type ApiErrorCode,
  isUnanswered,
  messageOf,
  serverText,
} from '../../../shared/api/api-error.ts'
import { HumanCheckError } from '../../../shared/api/human-check.ts'

export const PAYMENT_FAILED = PAYMENT_ERRORS.payment_failed.text
export const ORDER_FAILED = PAYMENT_ERRORS.wallet_order_failed.text
export const WALLET_FAILED = PAYMENT_ERRORS.wallet_failed.text

/** The card provider's message about a card that it couldn't read. */
export class CardError extends Error {
  override readonly name = 'CardError'
}

export type PaymentProblem = {
  readonly message: string
  readonly detail?: string | undefined
  /** The search results are out of date, so the customer has to search again. */
  readonly mustSearch?: boolean
  /** Nothing went wrong. */
  readonly isNeutral?: boolean
  readonly code?: string | undefined
  /** It's certain that nothing was charged. */
  readonly isUncharged?: boolean
  /** The wallet's own window failed. */
  readonly isInWallet?: boolean
  /** The invoices of the payment as they are now. The table shows which of them changed. */
  readonly changes?: readonly InvoiceChange[] | undefined
}

/** An invoice gets a new id with its new balance, so the server knows which balance the customer has seen. */
export type InvoiceChange = CurrentInvoice & { readonly oldId: string }

const codesOf =
  (...codes: readonly ApiErrorCode[]) =>
  (error: unknown): error is ApiError =>
    error instanceof ApiError && error.is(...codes)

const CLOSED = ['payment_declined', 'payment_cancelled', 'payment_expired'] as const
const REFUSED = [
  ...CLOSED,
  'payment_failed',
  'payment_unclear',
  'card_unavailable',
  'wallet_failed',
  'wallet_order_failed',
] as const

/** The payment ended without a charge, or never existed. */
export const isOver = codesOf(
  ...CLOSED,
  'payment_unknown',
  'invoice_lookup_expired',
  'invoice_paid',
  'currency_not_accepted',
  'balance_changed',
)

/** The wallet's order stays open, and nothing was taken until the customer goes on with it. */
const canContinue = codesOf(
  'wallet_not_approved',
  'instrument_declined',
  'wallet_action_required',
  'wallet_declined',
)

/** After the customer approved an order, any other error may be followed by a charge. */
export const isDecidedAfterApproval = (error: unknown): boolean =>
  isOver(error) || canContinue(error)

/** The server knows the payment and says that it failed. */
export const isRefused = codesOf(...REFUSED)

/** The server looked the payment up: it ended without a charge or never started. */
const hasEnded = codesOf(
  ...REFUSED,
  'payment_unknown',
  'invoice_lookup_expired',
  'customers_differ',
  'invoice_paid',
  'currency_not_accepted',
  'amount_above_balance',
  'balance_changed',
  'balance_unavailable',
  'amount_too_small',
  'invoice_search_failed',
)

/** All that a payment can fail with. */
const OWN_ERRORS = { ...COMMON_ERRORS, ...PAYMENT_ERRORS }

/**
 * Whether we know that nothing was or will be charged for this idempotency key. After a repeated request, only an
 * ended payment counts: the first request may have arrived even if this one was refused.
 */
export const isDecided = (error: unknown, isRepeat: boolean): boolean => {
  if (!(error instanceof ApiError)) return !isRepeat
  if (isRepeat) return hasEnded(error)
  // An internal error isn't decisive: the charge may have happened.
  const isOwnRefusal = Object.hasOwn(OWN_ERRORS, error.code) && !error.is('internal', 'unavailable')
  // A proxy's answer has no `error` and says nothing about the payment.
  return isOwnRefusal || (error.status < 500 && errorTextIn(error.body) !== undefined)
}

const mustSearch = codesOf(
  'invoice_lookup_expired',
  'invoice_paid',
  'amount_above_balance',
  'balance_changed',
  'payment_in_progress',
)

const isAboutBalance = codesOf('balance_changed', 'invoice_paid')
const currentIn = z.object({ invoices: z.array(currentInvoice) })

const changesIn = (error: unknown, lines: readonly PaymentLine[]): PaymentProblem['changes'] => {
  const { data } = currentIn.safeParse(isAboutBalance(error) ? error.body : undefined)
  return data?.invoices.flatMap((current, index) => {
    const oldId = lines[index]?.id
    return oldId === undefined ? [] : { ...current, oldId }
  })
}

/** Each caller knows whether a charge can't have happened. `lines` are those of the refused payment. */
export const problemOf = (
  error: unknown,
  fallback: string,
  isUncharged: boolean,
  lines: readonly PaymentLine[] = [],
): PaymentProblem => {
  if (error instanceof HumanCheckError || error instanceof CardError) {
    return { message: error.message || fallback, isUncharged }
  }
  return {
    code: error instanceof ApiError ? error.code : undefined,
    isUncharged,
    message: serverText(error) ?? fallback,
    detail: isUnanswered(error) ? messageOf(error) : undefined,
    mustSearch: mustSearch(error),
    changes: changesIn(error, lines),
  }
}
