// What a failed call says about a payment: nothing, that it is over, or what to tell the payer.
import { ERRORS } from '@invoice-desk/contract/errors'
import { errorTextIn } from '../../../shared/api.ts'
import {
  ApiError,
  type ApiErrorCode,
  isUnanswered,
  messageOf,
  serverText,
} from '../../../shared/api-error.ts'
import { HumanCheckError } from '../../../shared/human-check.ts'

export const PAYMENT_FAILED = ERRORS.payment_failed.text
export const ORDER_FAILED = ERRORS.wallet_order_failed.text
export const WALLET_FAILED = ERRORS.wallet_failed.text

/** The card provider's own words about a card that it could not read. */
export class CardError extends Error {
  override readonly name = 'CardError'
}

export type PaymentProblem = {
  readonly message: string
  readonly detail?: string | undefined
  /** What was found is no longer true, so the way on is to search again. */
  readonly mustSearch?: boolean
  /** Nothing went wrong: it is only to be known. */
  readonly isCalm?: boolean
}

const codesOf =
  (...codes: readonly ApiErrorCode[]) =>
  (error: unknown): boolean =>
    error instanceof ApiError && error.is(...codes)

/** It has ended without money, or there never was such a payment. */
export const isOver = codesOf(
  'payment_declined',
  'payment_cancelled',
  'payment_expired',
  'payment_unknown',
)

/** The server knows the payment, and that it came to nothing. */
export const isRefused = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  error.is(
    'payment_declined',
    'payment_cancelled',
    'payment_expired',
    'payment_failed',
    'card_unavailable',
    'wallet_failed',
    'wallet_order_failed',
  )

/** The server's own no; a failure in the middle of its work is none. */
const isOwnRefusal = (error: ApiError): boolean =>
  Object.hasOwn(ERRORS, error.code) && !error.is('internal', 'unavailable')

/** How a server without codes refuses. What a proxy says has no `error`, and says nothing about the payment. */
const isRefusedInWords = ({ status, body }: ApiError): boolean =>
  status < 500 && errorTextIn(body) !== undefined

/** The server has looked for the payment, and it ended without money or never began. */
const hasEnded = (error: ApiError): boolean =>
  error.is(
    'invoice_lookup_expired',
    'customers_differ',
    'invoice_paid',
    'currency_not_accepted',
    'amount_above_balance',
    'amount_too_small',
    'invoice_search_failed',
    'wallet_unavailable',
  ) ||
  isOver(error) ||
  isRefused(error)

/**
 * Whether nothing was or will be charged under the key of this request. One that was sent before may have arrived
 * then, so only an ending counts: being turned away now, by the server or a proxy, says nothing about it.
 */
export const isDecided = (error: unknown, isRepeat: boolean): boolean => {
  if (!(error instanceof ApiError)) return !isRepeat
  return isRepeat ? hasEnded(error) : isOwnRefusal(error) || isRefusedInWords(error)
}

const mustSearch = codesOf(
  'invoice_lookup_expired',
  'invoice_paid',
  'amount_above_balance',
  'payment_in_progress',
)

export const problemOf = (error: unknown, fallback: string): PaymentProblem => {
  if (error instanceof HumanCheckError || error instanceof CardError) {
    return { message: error.message || fallback }
  }
  return {
    message: serverText(error) ?? fallback,
    detail: isUnanswered(error) ? messageOf(error) : undefined,
    mustSearch: mustSearch(error),
  }
}
