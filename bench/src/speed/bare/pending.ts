// Invoices that need a decision: a page with the total, or all.
import { formatUsd } from '@invoice-desk/contract/money'
import { IS_PENDING } from '../../../../server/src/db/schema/contractor.ts'
import { readAccount } from './common.ts'
import type { BareHandlers } from './main.ts'

const ALL = `
  SELECT id, invoice_number, vendor, amount_cents, due_date::text, submitted_at
  FROM bill WHERE ${IS_PENDING}
  ORDER BY submitted_at, id`

export const pendingHandlers: BareHandlers = {
  '/api/cup/pending-invoices': async ({ pool, query }) => {
    await readAccount(pool)
    const page = query.get('page')
    if (page === null) {
      const { rows } = await pool.query(ALL)
      return { invoices: rows.map(viewOf), total: rows.length }
    }
    const { rows } = await pool.query(`${ALL} LIMIT $1 OFFSET $2`, [50, (Number(page) - 1) * 50])
    const total = await pool.query(`SELECT count(*) AS total FROM bill WHERE ${IS_PENDING}`)
    return { invoices: rows.map(viewOf), total: Number(total.rows[0].total) }
  },
}

type PendingRow = {
  id: string
  invoice_number: string
  vendor: string
  amount_cents: string
  due_date: string
  submitted_at: Date
}

const viewOf = (row: PendingRow) => ({
  id: row.id,
  invoiceNumber: row.invoice_number,
  vendor: row.vendor,
  amount: formatUsd(Number(row.amount_cents)),
  dueDate: row.due_date,
  dateCreated: String(row.submitted_at.getTime()),
})
