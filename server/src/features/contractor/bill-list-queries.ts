// The bills a contractor sees: those of their vendor, and those they submitted that staff gave to another vendor.
import type pg from 'pg'
import type { BillStatus } from '../../db/schema/contractor.ts'

export type Owner = { readonly email: string; readonly vendor: string }
export type BillTotal = {
  readonly status: BillStatus
  readonly count: number
  readonly amountCents: number
}

export type ListedBill = {
  readonly id: string
  readonly invoiceNumber: string
  readonly amountCents: number
  readonly status: BillStatus
  readonly submittedAt: Date
  readonly dueDate: string
  readonly fileId: string | null
  readonly rejectReason: string | null
}

export type BillPart = {
  readonly status?: BillStatus | undefined
  readonly limit?: number | undefined
  readonly offset: number
}

const BILLS_MAX = 20_000

const IS_OWN = '(lower(vendor) = lower($1) OR email = $2)'

const listText = (condition: string) => `
  SELECT id, "invoiceNumber", cents::float8 AS "amountCents", status, "submittedAt", "dueDate", "fileId",
    "rejectReason", "ofStatus"::int, "ofStatusCents"::float8
  FROM (
    SELECT id, invoice_number AS "invoiceNumber", amount_cents AS cents, status, submitted_at AS "submittedAt",
      due_date::text AS "dueDate", file_id AS "fileId", reject_reason AS "rejectReason",
      row_number() OVER (PARTITION BY status ORDER BY submitted_at DESC, id) AS place,
      count(*) OVER (PARTITION BY status) AS "ofStatus",
      sum(amount_cents) OVER (PARTITION BY status) AS "ofStatusCents"
    FROM bill WHERE ${IS_OWN} ${condition}
  ) AS placed
  WHERE place > $3 AND place <= $4 ORDER BY "submittedAt" DESC, id LIMIT ${BILLS_MAX}`

const LIST = { name: 'bills of a contractor', text: listText('') }
const LIST_OF_STATUS = { name: 'bills of a status', text: listText('AND status = $5') }

const TOTALS = {
  name: 'bill totals of a contractor',
  text: `SELECT status, count(*)::int AS count, sum(amount_cents)::float8 AS "amountCents"
    FROM bill WHERE ${IS_OWN} GROUP BY status`,
}

type TotalledBill = ListedBill & { readonly ofStatus: number; readonly ofStatusCents: number }

/** Newest first, with a limit at most so many of each status after the offset; and the totals of all there are. */
export const readBills = async (
  pool: pg.Pool,
  { email, vendor }: Owner,
  { status, limit, offset }: BillPart,
): Promise<{ rows: readonly ListedBill[]; totals: readonly BillTotal[] }> => {
  const part = [vendor, email, offset, offset + (limit ?? BILLS_MAX)]
  const list =
    status === undefined
      ? pool.query<TotalledBill>({ ...LIST, values: part })
      : pool.query<TotalledBill>({ ...LIST_OF_STATUS, values: [...part, status] })
  // From its start on, the list shows a bill of every status there is, and each carries its status's total.
  if (status === undefined && offset === 0) {
    const { rows } = await list
    if (rows.length < BILLS_MAX) return { rows, totals: totalsIn(rows) }
  }
  const totals = pool.query<BillTotal>({ ...TOTALS, values: [vendor, email] })
  const [{ rows }, { rows: all }] = await Promise.all([list, totals])
  return { rows, totals: all }
}

const totalsIn = (rows: readonly TotalledBill[]): BillTotal[] => {
  const byStatus = new Map(rows.map((row) => [row.status, row]))
  return [...byStatus.values()].map(({ status, ofStatus, ofStatusCents }) => ({
    status,
    count: ofStatus,
    amountCents: ofStatusCents,
  }))
}
