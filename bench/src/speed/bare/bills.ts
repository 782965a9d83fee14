// A contractor's bills with their totals.
import {
  ALL_STATUSES,
  BILL_STATUSES,
  type BillStatus,
  isClosed,
  isUndecided,
} from '@invoice-desk/contract/bills/bill-status'
import { linkHashOf, links, statement } from './common.ts'
import type { BareHandlers } from './main.ts'

const listBills = statement<BillRow>(
  'bills',
  `SELECT bill.id, bill.version, invoice_number, amount_cents, status, submitted_at, due_date::text, file_id,
     reject_reason, invoice_file.name AS file_name, invoice_file.bytes
   FROM verification JOIN vendor_mapping USING (email)
   JOIN bill ON lower(bill.vendor) = lower(vendor_mapping.vendor) OR bill.email = verification.email
   LEFT JOIN invoice_file ON invoice_file.id = file_id
   WHERE token_hash = $1 ORDER BY submitted_at DESC, bill.id LIMIT 20000`,
)

export const billHandlers: BareHandlers = {
  '/api/cup/vendor-bills': async ({ pool, request, body }) => {
    await body()
    const rows = await listBills(pool, linkHashOf(request))
    return { bills: rows.map(billOf), ...totalsOf(rows) }
  },
}

export type BillRow = {
  id: string
  version: number
  invoice_number: string
  amount_cents: string
  status: BillStatus
  submitted_at: Date
  due_date: string
  file_id: string | null
  reject_reason: string | null
  file_name: string | null
  bytes: number
}

export const billOf = (row: BillRow) => ({
  id: row.id,
  invoiceNumber: row.invoice_number,
  amount: Number(row.amount_cents) / 100,
  status: row.status,
  dateCreated: row.submitted_at.getTime(),
  dueDate: Date.parse(`${row.due_date}T12:00:00Z`),
  custom_fields: row.file_id ? [{ name: 'Invoice Doc', value: links.urlOf(row.file_id) }] : [],
  ...(row.reject_reason ? { rejectReason: row.reject_reason } : {}),
  isCorrectable: false,
  isEditable: isUndecided(row.status),
  version: row.version,
  files:
    row.file_id && (isUndecided(row.status) || isClosed(row.status))
      ? [{ id: row.file_id, name: row.file_name, bytes: row.bytes, url: links.urlOf(row.file_id) }]
      : [],
})

const totalsOf = (rows: readonly BillRow[]) => {
  const total = { count: 0, amount: 0 }
  const totals: Record<string, { count: number; amount: number }> = {}
  for (const status of ALL_STATUSES) {
    const chosen = rows.filter((row) => row.status === status)
    const cents = chosen.reduce((sum, row) => sum + Number(row.amount_cents), 0)
    totals[status] = { count: chosen.length, amount: cents / 100 }
    if (!BILL_STATUSES[status].isCounted) continue
    total.count += chosen.length
    total.amount += cents
  }
  return { totals, total: { count: total.count, amount: total.amount / 100 } }
}
