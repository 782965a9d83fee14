// Invoices that need a decision: a page with the total, or all.
import { formatUsd } from '@invoice-desk/contract/values/money'
import { IS_PENDING } from '../../../../server/src/db/schema/bills.ts'
import { statement } from './common.ts'
import type { BareHandlers } from './main.ts'

/** Without a limit, all. */
const listPending = statement<PendingRow>(
  'pending',
  `SELECT id, invoice_number, vendor, amount_cents, due_date::text, submitted_at,
     (SELECT count(*)::int FROM bill WHERE ${IS_PENDING}) AS total
   FROM bill WHERE ${IS_PENDING} ORDER BY submitted_at, id LIMIT $1 OFFSET $2`,
)

export const pendingHandlers: BareHandlers = {
  '/api/cup/pending-invoices': async ({ pool, query }) => {
    const page = query.get('page')
    const place = page === null ? [null, 0] : [50, (Number(page) - 1) * 50]
    const rows = await listPending(pool, ...place)
    return { invoices: rows.map(viewOf), total: rows[0]?.total ?? 0 }
  },
}

type PendingRow = {
  id: string
  invoice_number: string
  vendor: string
  amount_cents: string
  due_date: string
  submitted_at: Date
  total: number
}

const viewOf = (row: PendingRow) => ({
  id: row.id,
  invoiceNumber: row.invoice_number,
  vendor: row.vendor,
  amount: formatUsd(Number(row.amount_cents)),
  dueDate: row.due_date,
  dateCreated: String(row.submitted_at.getTime()),
})
