// What's on the invoices of a search, their PDFs, and the customer's statement: for browsers that showed who the customer is.
import { z } from 'zod'
import type { Endpoint } from '../http/endpoint.ts'
import { asOf, currency, sealedInvoiceId } from './customer-invoices.ts'

/** A line as QuickBooks prints it. */
export const invoiceLine = z.object({
  /** `group`: a bundle, whose parts follow it; `text`: only a description; `subtotal`: of the lines before it. */
  kind: z.enum(['item', 'group', 'part', 'text', 'subtotal']),
  /** The product or service, if it isn't just the description again. */
  item: z.string(),
  description: z.string(),
  /** The day of the service. */
  date: z.string().optional(),
  quantity: z.number().optional(),
  rate: z.number().optional(),
  amount: z.number().optional(),
})
export type InvoiceLine = z.infer<typeof invoiceLine>

/** Everything is in the invoice's currency. What an invoice doesn't have is 0 or empty. */
export const invoiceDetails = z.object({
  lines: z.array(invoiceLine),
  subtotal: z.number(),
  discount: z.number(),
  /** Such as 10 for a discount of 10 %. */
  discountPercent: z.number().optional(),
  shipping: z.number(),
  tax: z.number(),
  /** The prices of the lines include the tax. */
  isTaxIncluded: z.boolean(),
  total: z.number(),
  /** Paid when the invoice was written. */
  deposit: z.number(),
  payments: z.number(),
  /** Applied credit memos. */
  credits: z.number(),
  balance: z.number(),
  currency,
  /** The business's message on the invoice. */
  message: z.string(),
})
export type InvoiceDetails = z.infer<typeof invoiceDetails>

export const readInvoiceDetails = {
  method: 'POST',
  path: '/api/qbo/invoice-details',
  summary: 'What is on an invoice from a search',
  access: 'public',
  limit: 'payment_history',
  body: z.object({ invoiceId: sealedInvoiceId }),
  response: invoiceDetails.extend({ asOf }),
  errors: ['invoice_not_found', 'customer_proof_required', 'invoice_details_failed'],
} as const satisfies Endpoint

const invoiceQuery = z.object({ invoice: sealedInvoiceId })

export const downloadInvoicePdf = {
  method: 'GET',
  path: '/api/qbo/invoice-pdf',
  summary: "QuickBooks' PDF of an invoice from a search",
  access: 'public',
  limit: 'invoice_file',
  query: invoiceQuery,
  file: 'application/pdf',
  response: z.unknown(),
  errors: ['invoice_not_found', 'customer_proof_required', 'invoice_details_failed'],
} as const satisfies Endpoint

/** A paid invoice is on the statement for this long after its last payment. */
export const STATEMENT_PAID_DAYS = 90

const statement = {
  method: 'GET',
  access: 'public',
  limit: 'invoice_file',
  query: invoiceQuery,
  response: z.unknown(),
  errors: ['invoice_not_found', 'customer_proof_required', 'invoice_details_failed'],
} as const

/** Any invoice of a search names its customer. */
export const downloadStatementPdf = {
  ...statement,
  path: '/api/qbo/statement-pdf',
  summary: 'The open and recently paid invoices of the customer of an invoice from a search',
  file: 'application/pdf',
} as const satisfies Endpoint

export const downloadStatementCsv = {
  ...statement,
  path: '/api/qbo/statement-csv',
  summary: 'The same statement as CSV',
  file: 'text/csv',
} as const satisfies Endpoint
