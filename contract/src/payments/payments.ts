// Endpoints for paying customer invoices by card or wallet, and the providers' webhooks.
import { z } from 'zod'
import { sealedInvoiceId } from '../customer-invoices/customer-invoices.ts'
import { TERMS_VERSIONS } from '../customer-invoices/terms.ts'
import type { Endpoint } from '../http/endpoint.ts'
import { captchaToken } from '../http/human-check.ts'
import { looseText, optionalText } from '../http/lenient-response.ts'
import { email } from '../values/email.ts'
import {
  INVOICE_NUMBER_LENGTH_MAX,
  NAME_LENGTH_MAX,
  PAYMENT_CENTS_MAX,
  PAYMENT_INVOICES_MAX,
} from '../values/limits.ts'
import { centsFromDecimal, formatUsd } from '../values/money.ts'
import { line, optionalLine } from '../values/text.ts'
import type { PayerErrorCode } from './payment-errors.ts'
import { byMethod, CARD_METHODS, PAYMENT_METHOD_IDS, PAYMENT_METHODS } from './payment-methods.ts'

const AMOUNT = 'The amount must be more than 0, with at most two decimals.'
const amount = z.number().refine((value) => (centsFromDecimal(value) ?? 0) > 0, AMOUNT)

/** An invoice and how much to pay on it. The server looks up its number and balance itself. */
export const paymentLine = z.object({
  id: sealedInvoiceId,
  amount,
  number: z.string().max(INVOICE_NUMBER_LENGTH_MAX),
})
export type PaymentLine = z.infer<typeof paymentLine>

/** In cents, because sums of decimals drift. */
export const sumOfLines = (lines: readonly Pick<PaymentLine, 'amount'>[]): number =>
  lines.reduce((sum, each) => sum + (centsFromDecimal(each.amount) ?? 0), 0)

const lines = z
  .array(paymentLine)
  .min(1, 'Choose at least one invoice.')
  .max(PAYMENT_INVOICES_MAX, `You can pay at most ${PAYMENT_INVOICES_MAX} invoices at a time.`)
  .refine(
    (all) => new Set(all.map(({ id }) => id)).size === all.length,
    'Each invoice can be listed only once.',
  )
  .refine(
    (all) => sumOfLines(all) <= PAYMENT_CENTS_MAX,
    'This is more than the limit for one payment.',
  )

/** The terms that the payer agreed to. */
const termsVersion = z
  .enum(TERMS_VERSIONS, 'Reload the page to see the current terms of service.')
  .optional()

export const paymentReceipt = z.object({
  number: z.string(),
  paidAt: z.iso.datetime(),
  /** The card or the wallet account, such as `Visa ending in 4242`; the method's name if it isn't known. */
  paidWith: z.string(),
  /** Where we send it. */
  email: z.string(),
  invoices: z.array(
    z.object({
      number: z.string(),
      /** With the number, it leads to the payment page. Absent for payments from earlier releases. */
      date: z.string().optional(),
      amount: z.number(),
      /** What was left of the balance after the payment. Absent if that may be wrong: staff are looking at the payment, or it was refunded. */
      remaining: z.number().optional(),
    }),
  ),
})
export type PaymentReceipt = z.infer<typeof paymentReceipt>

/** The status of a payment. `succeeded`: the money arrived, whether or not it is booked yet. */
export const paymentOutcome = z.object({
  /** Identifies the payment in the calls below and at `/payment-success?session_id=…`. */
  paymentId: z.string(),
  status: z.enum(['succeeded', 'requires_action', 'processing']),
  amount: z.number(),
  invoiceNumbers: z.array(z.string()),
  /** With `requires_action`: for the card provider's script, which asks the payer to confirm. */
  clientSecret: z.string().optional(),
  /** With `succeeded`: the receipt as a PDF, without sign-in. */
  receiptUrl: z.string().optional(),
  /** With `succeeded`: what the receipt says. */
  receipt: paymentReceipt.optional(),
})
export type PaymentOutcome = z.infer<typeof paymentOutcome>

/** The specification doesn't show the body of a success, so one that's empty or has no status counts as a success. */
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
    receipt: paymentReceipt.optional().catch(undefined),
  }),
)

/** An unknown status isn't a success: the page checks again by payment id, and an answer without an id is refused. */
const statusIn = ({ status, paymentId }: Readonly<Record<string, unknown>>): unknown => {
  if (status === undefined || status === null) return 'succeeded'
  const isKnown = paymentOutcome.shape.status.safeParse(status).success
  return isKnown || !paymentId ? status : 'processing'
}

/**
 * With `balance_changed` and `invoice_paid`, `invoices` are the invoices as they are now, in the order of the request.
 * A payment can go on with the new ids.
 */
export const currentInvoice = z.object({
  id: sealedInvoiceId,
  balance: z.number(),
  /** The invoice's total, if it's known. */
  amount: z.number().optional(),
})
export type CurrentInvoice = z.infer<typeof currentInvoice>

export const balanceChangedText = (balanceCents: number): string =>
  balanceCents > 0
    ? `This balance changed. It is now ${formatUsd(balanceCents)}.`
    : "This invoice has already been paid. You weren't charged."

/** The page tells the payer what each of its errors means. */
type PayerEndpoint = Endpoint & { readonly errors: readonly PayerErrorCode[] }

const ATTEMPT_ERRORS = [
  'human_check_required',
  'not_human',
  'human_check_failed',
  'too_many_declines',
  'payments_at_once',
  'invoice_lookup_expired',
  'customers_differ',
  'invoice_paid',
  'currency_not_accepted',
  'amount_above_balance',
  'balance_changed',
  'balance_unavailable',
  'payment_in_progress',
  'payments_paused',
  'payment_key_reused',
  'payment_declined',
  'payment_cancelled',
  'payment_expired',
  'payment_unclear',
  'changed_meanwhile',
] as const satisfies readonly PayerErrorCode[]

const cardPayment = ({ cardToken }: { readonly cardToken: RegExp }) =>
  z
    .object({
      paymentMethodId: z.string().regex(cardToken, "This isn't a valid card."),
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
      const message = "The amount doesn't match the total of the invoices."
      context.addIssue({ code: 'custom', path: ['amount'], message })
    })

/** The payment ended because the invoices changed in the meantime. */
const CHANGED_ERRORS = [
  'invoice_lookup_expired',
  'invoice_paid',
  'currency_not_accepted',
  'balance_changed',
] as const satisfies readonly PayerErrorCode[]

/** Repeating a request with the same `Idempotency-Key` header doesn't create another payment. */
export const createCardPayment = byMethod(
  CARD_METHODS,
  (method) =>
    ({
      method: 'POST',
      path: `/api/${method}/create-payment`,
      summary: 'Pay invoices of one customer with a card that the browser has tokenized',
      access: 'public',
      limit: 'payment',
      body: cardPayment(PAYMENT_METHODS[method]),
      response: paymentAnswer,
      errors: [...ATTEMPT_ERRORS, 'amount_too_small', 'payment_failed', 'card_unavailable'],
    }) as const satisfies PayerEndpoint,
)

export const createWalletOrder = {
  method: 'POST',
  path: '/api/paypal/create-order',
  summary: 'Create an order with the wallet provider for invoices of one customer',
  access: 'public',
  limit: 'payment',
  body: z.object({
    invoices: lines,
    payer: z.object({
      /** The first word of the name, then the rest or a space. */
      name: z.object({ given_name: line(NAME_LENGTH_MAX), surname: optionalLine(NAME_LENGTH_MAX) }),
      email_address: email,
      company_name: line(NAME_LENGTH_MAX),
    }),
    termsVersion,
    captchaToken,
  }),
  response: z.object({ id: z.string(), paymentId: looseText }),
  errors: [...ATTEMPT_ERRORS, 'wallet_order_failed'],
} as const satisfies PayerEndpoint

export const captureWalletPayment = {
  method: 'POST',
  path: '/api/paypal/capture-payment',
  summary: 'Capture an order that the payer has approved',
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
    ...CHANGED_ERRORS,
  ],
} as const satisfies PayerEndpoint

const payment = z.object({ paymentId: line(500) })

export const completePayment = {
  method: 'POST',
  path: '/api/payments/complete',
  summary: 'Check a payment with the provider and complete it if possible',
  access: 'public',
  limit: 'payment_status',
  body: payment,
  response: paymentOutcome,
  errors: [
    'payment_unknown',
    'payment_unclear',
    'payment_declined',
    'payment_cancelled',
    'payment_expired',
    ...CHANGED_ERRORS,
  ],
} as const satisfies PayerEndpoint

export const cancelPayment = {
  method: 'POST',
  path: '/api/payments/cancel',
  summary: 'Cancel a payment that has not been made, so its invoices can be paid again',
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

export const receiveWebhook = byMethod(
  PAYMENT_METHOD_IDS,
  (method) =>
    ({
      method: 'POST',
      path: `/api/${method}/webhook`,
      summary: `${PAYMENT_METHODS[method].provider} reports an event about a ${PAYMENT_METHODS[method].kind} payment, which the server then looks up`,
      access: 'provider',
      rawBody: true,
      bodyBytesMax: 1024 * 1024,
      response: z.object({ received: z.literal(true) }),
      errors: ['webhook_signature_invalid', 'unavailable'],
    }) as const satisfies Endpoint,
)
