// The endpoint that gives staff links to the payment page, for an open invoice or all open invoices of a customer.
import { z } from 'zod'
import type { Endpoint } from '../http/endpoint.ts'
import { SEARCH_LENGTH_MIN } from '../values/limits.ts'
import { isSearchable } from '../values/search-text.ts'
import { line } from '../values/text.ts'

/** Why there is no link. The payment page finds an invoice by its number and date, for one customer only. */
export const NO_LINK_TEXTS = {
  no_number:
    "Customers can't look up this invoice by its number. Correct the number in QuickBooks.",
  not_unique:
    "Another customer has an invoice with the same number and date, so customers can't look it up. Change one of the numbers in QuickBooks.",
} as const

const link = {
  /** The full address with a signed key, for anyone who may see and pay the customer's invoices. Absent if there's a reason. */
  url: z.string().optional(),
  /** `no_number`: none that can be looked up. */
  reason: z.enum(['no_number', 'not_unique']).optional(),
}

/** `id` and `customerId` are QuickBooks'. */
export const openInvoice = z.object({
  id: z.string(),
  number: z.string(),
  date: z.string(),
  dueDate: z.string(),
  customerId: z.string(),
  customer: z.string(),
  balance: z.number(),
  currency: z.string(),
  ...link,
})
export type OpenInvoice = z.infer<typeof openInvoice>

/** The link opens the oldest invoice that can be looked up; the page then shows all of them. */
export const openCustomer = z.object({
  id: z.string(),
  name: z.string(),
  invoices: z.number(),
  /** One balance per currency. */
  balances: z.array(z.object({ currency: z.string(), amount: z.number() })),
  ...link,
})
export type OpenCustomer = z.infer<typeof openCustomer>

export const findPayLinks = {
  method: 'GET',
  path: '/api/payments/admin/pay-links',
  summary: 'Links to pay open invoices: by a text, one invoice, or one customer',
  access: 'tool:pay_invoice',
  query: z.object({
    /** Part of an invoice number or of a customer's name. Without any of these, the invoices due first. */
    search: line(200)
      .refine(isSearchable, `Enter at least ${SEARCH_LENGTH_MIN} letters or digits.`)
      .optional(),
    invoice: line(50).optional(),
    customer: line(50).optional(),
  }),
  response: z.object({ invoices: z.array(openInvoice), customers: z.array(openCustomer) }),
  errors: ['qbo_not_connected', 'payments_unread'],
} as const satisfies Endpoint

export const revokePayLinks = {
  method: 'POST',
  path: '/api/payments/admin/pay-links/revoke',
  summary: 'Ends what pay links and ZIP codes so far let browsers see of a customer',
  access: 'tool:pay_invoice',
  body: z.object({ customer: line(50) }),
  response: z.object({}),
  errors: ['qbo_not_connected', 'not_found'],
} as const satisfies Endpoint
