// Public endpoints with which visitors show that they are the customer, before they see what is on an invoice.
import { z } from 'zod'
import type { Endpoint } from '../http/endpoint.ts'
import { captchaToken } from '../http/human-check.ts'
import { line } from '../values/text.ts'
import { sealedInvoiceId } from './customer-invoices.ts'

const ZIP_LENGTH_MAX = 12
const KEY_LENGTH_MAX = 300

const done = z.object({})

export const proveByZip = {
  method: 'POST',
  path: '/api/qbo/customer-pass/zip',
  summary:
    'Lets this browser see what is on the invoices of the customer with this billing ZIP code',
  access: 'public',
  limit: 'payment_history',
  body: z.object({ invoiceId: sealedInvoiceId, zip: line(ZIP_LENGTH_MAX), captchaToken }),
  response: done,
  errors: [
    'invoice_not_found',
    'zip_mismatch',
    'customer_unread',
    'human_check_required',
    'human_check_failed',
    'not_human',
  ],
} as const satisfies Endpoint

export const proveByLink = {
  method: 'POST',
  path: '/api/qbo/customer-pass/link',
  summary: 'Lets this browser see what is on the invoices of the customer of a pay link',
  access: 'public',
  limit: 'payment_history',
  body: z.object({ key: z.string().min(1).max(KEY_LENGTH_MAX) }),
  response: done,
  errors: ['pay_link_invalid'],
} as const satisfies Endpoint

export const emailPayLink = {
  method: 'POST',
  path: '/api/qbo/customer-pass/email',
  summary: 'Emails a pay link to the address that QuickBooks has for the customer, if it has one',
  access: 'public',
  limit: 'payment_history',
  body: z.object({ invoiceId: sealedInvoiceId, captchaToken }),
  response: done,
  errors: ['invoice_not_found', 'human_check_required', 'human_check_failed', 'not_human'],
} as const satisfies Endpoint
