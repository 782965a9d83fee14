// API calls for the payment pages.
import {
  listPaymentHistory,
  searchInvoice,
} from '@invoice-desk/contract/customer-invoices/customer-invoices'
import { proveByLink } from '@invoice-desk/contract/customer-invoices/customer-pass'
import { HUMAN_CHECK_PAY, HUMAN_CHECK_SEARCH } from '@invoice-desk/contract/http/human-check'
import type { CardMethod } from '@invoice-desk/contract/payments/payment-methods'
import {
  cancelPayment,
  captureWalletPayment,
  completePayment,
  createCardPayment,
  createWalletOrder,
  type PaymentLine,
} from '@invoice-desk/contract/payments/payments'
import { queryOptions, skipToken } from '@tanstack/react-query'
import { type CallInput, call } from '../../shared/api/api.ts'
import { ApiError } from '../../shared/api/api-error.ts'
import { withHumanCheck } from '../../shared/api/with-human-check.ts'
import type { FoundInvoices } from './invoices/invoices.ts'
import { CARD_METHOD } from './methods/card-field.ts'

export type InvoiceQuery = {
  readonly invoiceNumber: string
  readonly date: string
  /** The key of a pay link. */
  readonly key?: string | undefined
}

/** First opens the pay link. If that no longer works, the search still does. */
export const findInvoices = async (
  { key, ...query }: InvoiceQuery,
  signal: AbortSignal,
): Promise<FoundInvoices> => {
  const linkProblem = key ? await openLink(key, signal) : undefined
  const found = await withHumanCheck(HUMAN_CHECK_SEARCH, (proof) =>
    call(searchInvoice, { body: { ...query, ...proof }, signal }),
  )
  return { ...found, linkProblem }
}

/** Why it doesn't work anymore. */
const openLink = async (key: string, signal: AbortSignal): Promise<string | undefined> => {
  try {
    await call(proveByLink, { body: { key }, signal })
    return undefined
  } catch (error) {
    if (error instanceof ApiError && error.is('pay_link_invalid')) return error.message
    throw error
  }
}

/** True once a proof was accepted; its time is when. What was refused before then can be tried again. */
export const PROVEN_QUERY = queryOptions<boolean>({
  queryKey: ['payments', 'proven'],
  queryFn: skipToken,
})

export const historyQuery = (invoiceId: string) =>
  queryOptions({
    queryKey: ['payments', 'history', invoiceId],
    queryFn: ({ signal }) => call(listPaymentHistory, { body: { invoiceId }, signal }),
    // Always fresh, because a payment may just have been made. A failure shows a button to retry.
    retry: false,
    staleTime: 0,
  })

type CardBody = CallInput<(typeof createCardPayment)[CardMethod], 'body'>
type OrderBody = CallInput<typeof createWalletOrder, 'body'>

export const paymentCalls = {
  createCard: (body: CardBody, idempotencyKey: string) =>
    withHumanCheck(HUMAN_CHECK_PAY, (proof) =>
      call(createCardPayment[CARD_METHOD], { body: { ...body, ...proof }, idempotencyKey }),
    ),
  createOrder: (body: OrderBody, idempotencyKey: string) =>
    withHumanCheck(HUMAN_CHECK_PAY, (proof) =>
      call(createWalletOrder, { body: { ...body, ...proof }, idempotencyKey }),
    ),
  capture: (orderId: string, invoices: readonly PaymentLine[]) =>
    call(captureWalletPayment, { body: { orderId, invoices: [...invoices] } }),
  complete: (paymentId: string) => call(completePayment, { body: { paymentId } }),
  cancel: (paymentId: string) => call(cancelPayment, { body: { paymentId } }),
}
export type PaymentCalls = typeof paymentCalls
