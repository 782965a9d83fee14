// Public endpoints for customer invoices: search and payment history.
import { z } from 'zod'
import type { Endpoint } from '../http/endpoint.ts'
import { captchaToken } from '../http/human-check.ts'
import { looseNumber, looseText } from '../http/lenient-response.ts'
import { INVOICE_NUMBER_LENGTH_MAX } from '../values/limits.ts'
import { HOME_CURRENCY } from '../values/money.ts'
import { calendarDate, line } from '../values/text.ts'

const SEALED_ID_LENGTH_MAX = 500

/** Issued by a search, valid for an hour, and opaque to clients. */
export const sealedInvoiceId = z.string().min(1).max(SEALED_ID_LENGTH_MAX)

export const currency = z.string().length(3).catch(HOME_CURRENCY)

/** While QuickBooks can't be reached: the time of the amounts. Otherwise they are current. */
export const asOf = z.iso.datetime().optional().catch(undefined)

export const payableInvoice = z.object({
  id: looseText,
  invoiceNumber: looseText,
  date: looseText,
  dueDate: looseText,
  amount: looseNumber,
  balance: looseNumber,
  /** The currency of all its amounts. An invoice that isn't in USD is shown but can't be paid here. */
  currency,
  payments: z
    .array(
      z.object({
        id: looseText,
        date: looseText,
        amount: looseNumber,
        /** A credit memo was applied; no money moved. */
        isCredit: z.boolean().optional().catch(undefined),
      }),
    )
    .catch([]),
  /** What's on it needs proof that this browser is the customer's. */
  isPrivate: z.boolean().optional().catch(undefined),
})
export type PayableInvoice = z.infer<typeof payableInvoice>

export const searchInvoice = {
  method: 'POST',
  path: '/api/qbo/search-invoice',
  summary: 'The invoice with exactly this number and date, and its customer’s other invoices',
  access: 'public',
  body: z.object({
    invoiceNumber: line(INVOICE_NUMBER_LENGTH_MAX),
    date: calendarDate,
    captchaToken,
  }),
  response: z.object({
    matchedInvoice: payableInvoice,
    relatedInvoices: z.array(payableInvoice).catch([]),
    customer: z.object({ name: looseText }),
    /** What the customer has paid without an invoice for it, by currency. Left out if there's nothing. */
    unappliedCredits: z
      .array(z.object({ balance: looseNumber, currency }))
      .optional()
      .catch(undefined),
    asOf,
  }),
  errors: [
    'invoice_not_found',
    'invoice_search_failed',
    'human_check_required',
    'human_check_failed',
    'not_human',
  ],
} as const satisfies Endpoint

/** Not with a number that the search changes, such as one with spaces around it. */
export const canLookUp = (invoiceNumber: string, date: string): boolean =>
  searchInvoice.body.safeParse({ invoiceNumber, date }).data?.invoiceNumber === invoiceNumber

export const paymentHistoryEntry = z.object({
  id: looseText,
  date: looseText,
  /** The amount applied to this invoice. */
  amount: looseNumber,
  /** A payment method's id or `credit_memo`; otherwise QuickBooks' own name, such as `Check`. */
  method: looseText,
  /** Ends in `(ID: …)` if a payment provider's id is known. */
  memo: looseText,
  creditMemos: z
    .array(z.object({ id: looseText, number: looseText, amount: looseNumber }))
    .catch([]),
  isMultiInvoicePayment: z.boolean().catch(false),
  totalAmount: looseNumber,
  currency,
})
export type PaymentHistoryEntry = z.infer<typeof paymentHistoryEntry>

export const listPaymentHistory = {
  method: 'POST',
  path: '/api/qbo/payment-history',
  summary: 'The payments applied to an invoice from a search, newest first',
  access: 'public',
  limit: 'payment_history',
  body: z.object({ invoiceId: sealedInvoiceId }),
  response: z.object({ payments: z.array(paymentHistoryEntry), asOf }),
  errors: ['invoice_not_found', 'payment_history_failed'],
} as const satisfies Endpoint
