// Paying customer invoices by card or wallet: the calls of the payment page, and the providers' webhooks.
import { z } from 'zod'
import { sealedInvoiceId } from './accounting-invoices.ts'
import { email } from './email.ts'
import type { Endpoint } from './endpoint.ts'
import { captchaToken } from './human-check.ts'
import {
  INVOICE_NUMBER_LENGTH_MAX,
  NAME_LENGTH_MAX,
  PAYMENT_CENTS_MAX,
  PAYMENT_INVOICES_MAX,
} from './limits.ts'
import { looseText, optionalText } from './loose.ts'
import { centsFromDecimal } from './money.ts'
import { TERMS_VERSIONS } from './terms.ts'
import { line, optionalLine } from './text.ts'

const AMOUNT = 'The amount must be above 0, with at most two decimals.'
const amount = z.number().refine((value) => (centsFromDecimal(value) ?? 0) > 0, AMOUNT)

/** The server reads number and balance itself; the line says only what to pay on which invoice. */
export const paymentLine = z.object({
  id: sealedInvoiceId,
  amount,
  number: z.string().max(INVOICE_NUMBER_LENGTH_MAX),
})
export type PaymentLine = z.infer<typeof paymentLine>

/** In whole cents: sums of decimals drift, sums of cents do not. */
export const sumOfLines = (lines: readonly Pick<PaymentLine, 'amount'>[]): number =>
  lines.reduce((sum, each) => sum + (centsFromDecimal(each.amount) ?? 0), 0)

const lines = z
  .array(paymentLine)
  .min(1, 'Please choose at least one invoice.')
  .max(PAYMENT_INVOICES_MAX, `At most ${PAYMENT_INVOICES_MAX} invoices can be paid at once.`)
  .refine(
    (all) => new Set(all.map(({ id }) => id)).size === all.length,
    'Each invoice can be listed once.',
  )
  .refine((all) => sumOfLines(all) <= PAYMENT_CENTS_MAX, 'This is more than one payment can be.')

/** The terms that the payer was shown and agreed to. */
const termsVersion = z
  .enum(TERMS_VERSIONS, 'Please reload the page to see the current terms of service.')
  .optional()

/** Where a payment stands. `succeeded`: the money arrived; what is booked where is not the payer's concern. */
export const paymentOutcome = z.object({
  /** Names this payment to the calls below and to `/payment-success?session_id=…`; says nothing by itself. */
  paymentId: z.string(),
  status: z.enum(['succeeded', 'requires_action', 'processing']),
  amount: z.number(),
  invoiceNumbers: z.array(z.string()),
  /** With `requires_action`: what the card provider's script needs to ask the payer. */
  clientSecret: z.string().optional(),
  /** With `succeeded`: the receipt as a PDF, at an address that needs no sign-in. */
  receiptUrl: z.string().optional(),
})
export type PaymentOutcome = z.infer<typeof paymentOutcome>

/** The specification shows no body of a payment that went well: one that is empty or has no status is one. */
const paymentAnswer = z.preprocess(
  (given: unknown = {}) => {
    const answer = z.record(z.string(), z.unknown()).safeParse(given).data
    return answer ? { ...answer, status: statusIn(answer) } : given
  },
  paymentOutcome.extend({
    paymentId: looseText,
    amount: z.number().catch(0),
    invoiceNumbers: z.array(z.string()).catch([]),
    clientSecret: optionalText,
    receiptUrl: optionalText,
  }),
)

/** A status that we don't know isn't a success: ask again by the payment's id, or refuse the answer without one. */
const statusIn = ({ status, paymentId }: Readonly<Record<string, unknown>>): unknown => {
  if (status === undefined || status === null) return 'succeeded'
  const isKnown = paymentOutcome.shape.status.safeParse(status).success
  return isKnown || !paymentId ? status : 'processing'
}

const ATTEMPT_ERRORS = [
  'human_check_required',
  'not_human',
  'human_check_failed',
  'too_many_declines',
  'invoice_lookup_expired',
  'customers_differ',
  'invoice_paid',
  'currency_not_accepted',
  'amount_above_balance',
  'payment_in_progress',
  'payment_key_reused',
  'invoice_search_failed',
  'payment_declined',
  'payment_cancelled',
  'payment_expired',
] as const

/** An `Idempotency-Key` header makes a repeat of the same request the same payment. */
export const createCardPayment = {
  method: 'POST',
  path: '/api/stripe/create-payment',
  summary: 'Pay invoices of one customer with a card the browser has tokenised',
  access: 'public',
  limit: 'payment',
  body: z
    .object({
      paymentMethodId: z.string().regex(/^pm_\w{1,100}$/, 'This is not a card.'),
      invoices: lines,
      amount,
      companyName: line(NAME_LENGTH_MAX),
      payerName: line(NAME_LENGTH_MAX),
      email,
      invoiceNumbers: z.string().max(PAYMENT_INVOICES_MAX * INVOICE_NUMBER_LENGTH_MAX),
      termsVersion,
      captchaToken,
    })
    .superRefine((body, context) => {
      if (sumOfLines(body.invoices) === centsFromDecimal(body.amount)) return
      const message = 'The amount is not the sum of the invoices.'
      context.addIssue({ code: 'custom', path: ['amount'], message })
    }),
  response: paymentAnswer,
  errors: [...ATTEMPT_ERRORS, 'amount_too_small', 'payment_failed', 'card_unavailable'],
} as const satisfies Endpoint

export const createWalletOrder = {
  method: 'POST',
  path: '/api/paypal/create-order',
  summary: 'Open an order with the wallet provider for invoices of one customer',
  access: 'public',
  limit: 'payment',
  body: z.object({
    invoices: lines,
    payer: z.object({
      /** The first word of the name, and the rest or a space. */
      name: z.object({ given_name: line(NAME_LENGTH_MAX), surname: optionalLine(NAME_LENGTH_MAX) }),
      email_address: email,
      company_name: line(NAME_LENGTH_MAX),
    }),
    termsVersion,
    captchaToken,
  }),
  response: z.object({ id: z.string(), paymentId: looseText }),
  errors: [...ATTEMPT_ERRORS, 'wallet_unavailable', 'wallet_order_failed'],
} as const satisfies Endpoint

export const captureWalletPayment = {
  method: 'POST',
  path: '/api/paypal/capture-payment',
  summary: 'Take the money of an order that the payer has approved',
  access: 'public',
  limit: 'payment',
  body: z.object({ orderId: line(50), invoices: lines }),
  response: paymentAnswer,
  errors: [
    'payment_unknown',
    'payment_key_reused',
    'payment_declined',
    'payment_cancelled',
    'payment_expired',
    'instrument_declined',
    'wallet_action_required',
    'wallet_declined',
    'wallet_not_approved',
    'wallet_unavailable',
    'wallet_failed',
  ],
} as const satisfies Endpoint

const payment = z.object({ paymentId: line(500) })

export const completePayment = {
  method: 'POST',
  path: '/api/payments/complete',
  summary: 'Find out from the provider how a payment stands, and finish what can be finished',
  access: 'public',
  limit: 'payment_status',
  body: payment,
  response: paymentOutcome,
  errors: ['payment_unknown', 'payment_declined', 'payment_cancelled', 'payment_expired'],
} as const satisfies Endpoint

export const cancelPayment = {
  method: 'POST',
  path: '/api/payments/cancel',
  summary: 'Give up a payment that has not been made, so that its invoices are free again',
  access: 'public',
  limit: 'payment_status',
  body: payment,
  response: z.object({ status: z.enum(['cancelled', 'succeeded', 'processing']) }),
  errors: ['payment_unknown'],
} as const satisfies Endpoint

export const readReceipt = {
  method: 'GET',
  path: '/api/payments/receipt',
  summary: 'The receipt of a payment, as a PDF',
  access: 'public',
  limit: 'payment_status',
  query: z.object({ payment: line(500) }),
  file: 'application/pdf',
  response: z.unknown(),
  errors: ['payment_unknown'],
} as const satisfies Endpoint

const webhook = {
  method: 'POST',
  access: 'provider',
  rawBody: true,
  bodyBytesMax: 1024 * 1024,
  response: z.object({ received: z.literal(true) }),
  errors: ['webhook_signature_invalid', 'unavailable'],
} as const

export const receiveStripeWebhook = {
  ...webhook,
  path: '/api/stripe/webhook',
  summary: 'Takes note that something happened to a card payment; what, is read from Stripe later',
} as const satisfies Endpoint

export const receivePaypalWebhook = {
  ...webhook,
  path: '/api/paypal/webhook',
  summary:
    'Takes note that something happened to a wallet payment; what, is read from PayPal later',
} as const satisfies Endpoint
