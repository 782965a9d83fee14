// The endpoint that finds invoices, vendors, payments, customers and their open invoices at once. Kinds that the
// account's tools don't cover are absent.
import { z } from 'zod'
import { listedInvoice } from '../approval/approval-invoices.ts'
import type { Endpoint } from '../http/endpoint.ts'
import { paymentAttempt } from '../payments/admin.ts'
import { openInvoice } from '../payments/pay-links.ts'
import { SEARCH_LENGTH_MIN } from '../values/limits.ts'
import { isSearchable } from '../values/search-text.ts'
import { line } from '../values/text.ts'

const foundInvoice = listedInvoice.pick({
  id: true,
  invoiceNumber: true,
  vendor: true,
  amount: true,
  status: true,
  dueDate: true,
})

const foundVendor = z.object({ id: z.string(), email: z.string(), vendor: z.string() })

const foundPayment = paymentAttempt.pick({
  id: true,
  customer: true,
  companyName: true,
  amount: true,
  state: true,
  settledByHand: true,
  invoiceNumbers: true,
  createdAt: true,
})

/** By QuickBooks' name and id. */
const foundCustomer = z.object({
  id: z.string(),
  name: z.string(),
  /** How many invoices they could pay. */
  openInvoices: z.number(),
})

/** A customer's invoice that isn't paid, by QuickBooks' id. */
const foundOpenInvoice = openInvoice.pick({
  id: true,
  number: true,
  customer: true,
  dueDate: true,
  balance: true,
  currency: true,
})

export const findAnything = {
  method: 'GET',
  path: '/api/search',
  summary: 'The best few invoices, vendors, payments and customers for a text',
  access: 'staff',
  query: z.object({
    text: line(200).refine(isSearchable, `Enter at least ${SEARCH_LENGTH_MIN} letters or digits.`),
  }),
  response: z.object({
    /** With `approve_invoice`. */
    invoices: z.array(foundInvoice).optional(),
    /** With `create_vendor`. */
    vendors: z.array(foundVendor).optional(),
    /** The rest with `pay_invoice`. */
    payments: z.array(foundPayment).optional(),
    customers: z.array(foundCustomer).optional(),
    openInvoices: z.array(foundOpenInvoice).optional(),
  }),
} as const satisfies Endpoint

export type Found = z.infer<(typeof findAnything)['response']>
