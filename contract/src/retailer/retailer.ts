// Endpoints for purchases at the online retailer: list, export, import and the security challenge.
import { z } from 'zod'
import type { Endpoint } from '../http/endpoint.ts'
import { filled, looseNumber, looseText, rowsOf } from '../http/lenient-response.ts'
import { inOrder } from '../http/list-query.ts'
import { uuid } from '../values/ids.ts'
import { IMPORT_BYTES_MAX, TRANSACTIONS_PAGE_SIZE_MAX } from '../values/limits.ts'
import { centsOf, decimalFromCents } from '../values/money.ts'
import { calendarDate, line, optionalLine } from '../values/text.ts'

export const retailerTransaction = z.object({
  id: looseText,
  /** The day of the charge, as `YYYY-MM-DD`. */
  date: looseText,
  /** Dollars; negative for a refund. */
  amount: looseNumber,
  /** Brand and last four digits; empty if unknown. */
  card_used: looseText,
  order_id: looseText,
  /** An https URL, or empty. */
  order_url: looseText,
})
export type RetailerTransaction = z.infer<typeof retailerTransaction>

// The list

export const TRANSACTION_SORTS = [
  '-date',
  'date',
  '-amount',
  'amount',
  'card',
  '-card',
  'order',
  '-order',
] as const
export type TransactionSort = (typeof TRANSACTION_SORTS)[number]

const filter = z.object({
  /** Parts of an order id or card, or an amount. */
  search: optionalLine(100),
  from: calendarDate.optional(),
  to: calendarDate.optional(),
  sort: z.enum(TRANSACTION_SORTS).default('-date'),
})
export type TransactionFilter = z.infer<typeof filter>

const totalOf = (transactions: unknown) => {
  const rows = rowsOf(retailerTransaction, transactions)
  const cents = rows.reduce((sum, { amount }) => sum + centsOf(amount), 0)
  return { count: rows.length, amount: decimalFromCents(cents) }
}

export const listTransactions = {
  method: 'GET',
  path: '/api/amazon/list-transactions',
  summary: 'The first 5,000 transactions, or a page of them with `page` or `pageSize`',
  access: 'retailer',
  limit: 'retailer_list',
  query: filter
    .extend({
      page: z.coerce.number().int().min(1).max(1_000_000).optional(),
      pageSize: z.coerce.number().int().min(1).max(TRANSACTIONS_PAGE_SIZE_MAX).optional(),
    })
    .superRefine(inOrder),
  response: filled(
    z.object({
      transactions: z.array(retailerTransaction),
      /** Total of all matches, not just this page. */
      total: z.object({ count: z.number().int(), amount: z.number() }),
      /** Whether there are more pages. */
      hasMore: z.boolean(),
      error: z.string().optional().catch(undefined),
    }),
    'total',
    ({ transactions }) => ({ total: totalOf(transactions), hasMore: false }),
  ),
  errors: ['transactions_failed'],
} as const satisfies Endpoint

export const exportTransactions = {
  method: 'GET',
  path: '/api/amazon/export-transactions',
  summary: 'The list as CSV that is safe to open in a spreadsheet',
  access: 'retailer',
  limit: 'export',
  query: filter.superRefine(inOrder),
  file: 'text/csv',
  response: z.unknown(),
  errors: ['transactions_failed'],
} as const satisfies Endpoint

// The import

export const IMPORT_FORMATS = ['azad', 'amazon_business', 'order_history'] as const
export type ImportFormat = (typeof IMPORT_FORMATS)[number]

export const IMPORT_FORMAT_LABELS: Readonly<Record<ImportFormat, string>> = {
  azad: 'Azad transactions export',
  amazon_business: 'Amazon Business orders report',
  order_history: 'Amazon order history (Retail.OrderHistory)',
}

const count = z.number().int().min(0)

export const importReport = z.object({
  format: z.enum(IMPORT_FORMATS),
  /** Rows below the header. Several may belong to one charge. */
  rows: count,
  /** New transactions, and those that the list already has. */
  added: count,
  known: count,
  /** Rows without a charge: canceled, free, or a footer. */
  skipped: count,
  /** Rows with problems; the first ones are in `problems`. */
  refused: count,
  problems: z.array(z.object({ line: z.number().int(), reason: z.string() })),
  /** The file's first transactions as the list will show them. */
  sample: z.array(retailerTransaction),
})
export type ImportReport = z.infer<typeof importReport>

export const importTransactions = {
  method: 'POST',
  path: '/api/amazon/import',
  summary: 'Import the transactions in an exported `file`, all or none; a preview adds none',
  access: 'tool:import_transactions',
  limit: 'retailer_import',
  bodyBytesMax: IMPORT_BYTES_MAX + 64 * 1024,
  fileBytesMax: IMPORT_BYTES_MAX,
  multipart: z.object({
    step: z.enum(['preview', 'import']).default('import'),
    /** Chosen by the browser, to poll the progress. */
    importId: uuid.optional(),
  }),
  response: importReport,
  errors: [
    'import_file_missing',
    'import_empty',
    'import_too_large',
    'import_too_many_rows',
    'import_not_text',
    'import_encoding',
    'import_unknown_format',
    'import_broken',
    'import_running',
    'import_failed',
  ],
} as const satisfies Endpoint

export const getImportProgress = {
  method: 'GET',
  path: '/api/amazon/import',
  summary: 'Progress of an import; `waiting` until its file has been read',
  access: 'tool:import_transactions',
  query: z.object({ importId: uuid }),
  response: z.object({
    state: z.enum(['waiting', 'running', 'done', 'failed']),
    done: count,
    total: count,
  }),
} as const satisfies Endpoint

// The security challenge

const CHALLENGE_TYPES = ['2fa', 'captcha'] as const

export const challenge = z.object({ type: z.enum(CHALLENGE_TYPES), message: z.string() })
export type Challenge = z.infer<typeof challenge>

export const verifyChallenge = {
  method: 'POST',
  path: '/api/amazon/verify-challenge',
  summary: 'Answer the open security challenge of this type',
  access: 'retailer',
  limit: 'verify_challenge',
  body: z.object({ type: z.enum(CHALLENGE_TYPES), code: line(100) }),
  response: z.object({ verified: z.literal(true), error: z.string().optional() }),
  errors: ['challenge_none_open'],
} as const satisfies Endpoint
