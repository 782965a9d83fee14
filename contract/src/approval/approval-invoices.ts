// Endpoints for the list of all invoices, in every status, and its export.
import { z } from 'zod'
import { ALL_STATUSES } from '../bills/bill-status.ts'
import type { Endpoint } from '../http/endpoint.ts'
import { dollars, filterDay, inOrder, severalOf } from '../http/list-query.ts'
import {
  INVOICES_PAGE_SIZE,
  INVOICES_PAGE_SIZE_MAX,
  QBO_NAME_LENGTH_MAX,
} from '../values/limits.ts'
import { line, optionalLine } from '../values/text.ts'

export const INVOICE_SORTS = [
  '-submitted',
  'submitted',
  'number',
  '-number',
  'vendor',
  '-vendor',
  'amount',
  '-amount',
  'status',
  '-status',
  'due',
  '-due',
  'decided',
  '-decided',
] as const
export type InvoiceSort = (typeof INVOICE_SORTS)[number]

const filter = z.object({
  /** Words of the invoice number, vendor or email, or parts of them. */
  search: optionalLine(200),
  status: severalOf(ALL_STATUSES).optional(),
  /** The whole name, ignoring case. */
  vendor: line(QBO_NAME_LENGTH_MAX).optional(),
  // Days in the business's time zone.
  dueFrom: filterDay.optional(),
  dueTo: filterDay.optional(),
  submittedFrom: filterDay.optional(),
  submittedTo: filterDay.optional(),
  decidedFrom: filterDay.optional(),
  decidedTo: filterDay.optional(),
  /** Only paid invoices, by the day that staff entered or on which we learned of it. */
  paidFrom: filterDay.optional(),
  paidTo: filterDay.optional(),
  amountFrom: dollars.optional(),
  amountTo: dollars.optional(),
  /** Only approved invoices whose bill QuickBooks refused. */
  attention: z.enum(['quickbooks']).optional(),
  sort: z.enum(INVOICE_SORTS).default('-submitted'),
})
export type InvoiceFilter = z.infer<typeof filter>

const status = z.enum(ALL_STATUSES)

export const listedInvoice = z.object({
  /** The task's id. */
  id: z.string(),
  invoiceNumber: z.string(),
  vendor: z.string(),
  email: z.string(),
  amount: z.number(),
  status,
  dueDate: z.string(),
  dateCreated: z.iso.datetime(),
  /** When and by whom it was last approved or rejected. */
  decidedAt: z.iso.datetime().optional(),
  decidedBy: z.string().optional(),
  /** The invoice's bill in QuickBooks. */
  posting: z.object({
    state: z.enum(['none', 'waiting', 'created', 'failed']),
    billId: z.string().optional(),
    refusal: z.string().optional(),
  }),
})
export type ListedInvoice = z.infer<typeof listedInvoice>

const statusTotal = z.object({ status, count: z.number().int(), amount: z.number() })
export type StatusTotal = z.infer<typeof statusTotal>

export const listInvoices = {
  method: 'GET',
  path: '/api/cup/invoices',
  summary: 'A page of the invoices in every status, with totals',
  access: 'tool:approve_invoice',
  query: filter
    .extend({
      page: z.coerce.number().int().min(1).max(1_000_000).default(1),
      pageSize: z.coerce
        .number()
        .int()
        .min(1)
        .max(INVOICES_PAGE_SIZE_MAX)
        .default(INVOICES_PAGE_SIZE),
    })
    .superRefine(inOrder),
  response: z.object({
    invoices: z.array(listedInvoice),
    /** Count of all pages. */
    total: z.number().int(),
    totalAmount: z.number(),
    /** For the same filter without its statuses. */
    byStatus: z.array(statusTotal),
  }),
} as const satisfies Endpoint

export const exportInvoices = {
  method: 'GET',
  path: '/api/cup/invoices.csv',
  summary: 'The filtered invoices as CSV that is safe to open in a spreadsheet',
  access: 'tool:approve_invoice',
  limit: 'export',
  query: filter.superRefine(inOrder),
  file: 'text/csv',
  response: z.unknown(),
} as const satisfies Endpoint
