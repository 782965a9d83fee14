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

const COLUMNS = `
  id, invoice_number AS "invoiceNumber", amount_cents::float8 AS "amountCents", status, submitted_at AS "submittedAt",
  due_date::text AS "dueDate", file_id AS "fileId", reject_reason AS "rejectReason"`

const ALL = {
  name: 'all bills of a contractor',
  text: `SELECT ${COLUMNS} FROM bill WHERE ${IS_OWN} ORDER BY submitted_at DESC, id LIMIT ${BILLS_MAX}`,
}

const partText = (condition: string) => `
  SELECT * FROM (
    SELECT ${COLUMNS},
      row_number() OVER (PARTITION BY status ORDER BY submitted_at DESC, id)::int AS place,
      count(*) OVER (PARTITION BY status)::int AS "ofStatus",
      sum(amount_cents) OVER (PARTITION BY status)::float8 AS "ofStatusCents"
    FROM bill WHERE ${IS_OWN} ${condition}
  ) AS placed
  WHERE place > $3 AND place <= $4 ORDER BY "submittedAt" DESC, id LIMIT ${BILLS_MAX}`

const PART = { name: 'bills of a contractor', text: partText('') }
const PART_OF_STATUS = { name: 'bills of a status', text: partText('AND status = $5') }

const TOTALS = {
  name: 'bill totals of a contractor',
  text: `SELECT status, count(*)::int AS count, sum(amount_cents)::float8 AS "amountCents"
    FROM bill WHERE ${IS_OWN} GROUP BY status`,
}

type PlacedBill = ListedBill & { readonly ofStatus: number; readonly ofStatusCents: number }
type Listed = { readonly rows: readonly ListedBill[]; readonly totals: readonly BillTotal[] }

/** Newest first, with a limit at most so many of each status after the offset; and the totals of all there are. */
export const readBills = async (pool: pg.Pool, owner: Owner, part: BillPart): Promise<Listed> => {
  const { status, limit, offset } = part
  const values = [owner.vendor, owner.email]
  if (status === undefined && offset === 0) {
    const listed =
      limit === undefined ? await readAll(pool, values) : await readFirst(pool, values, limit)
    if (listed.rows.length < BILLS_MAX) return listed
  }
  const placed = [...values, offset, offset + (limit ?? BILLS_MAX)]
  const [{ rows }, totals] = await Promise.all([
    status === undefined
      ? pool.query<PlacedBill>({ ...PART, values: placed })
      : pool.query<PlacedBill>({ ...PART_OF_STATUS, values: [...placed, status] }),
    pool.query<BillTotal>({ ...TOTALS, values }),
  ])
  return { rows, totals: totals.rows }
}

const readAll = async (pool: pg.Pool, values: readonly string[]): Promise<Listed> => {
  const { rows } = await pool.query<ListedBill>({ ...ALL, values: [...values] })
  const byStatus = [...Map.groupBy(rows, ({ status }) => status)]
  const totals = byStatus.map(([status, bills]) => ({
    status,
    count: bills.length,
    amountCents: bills.reduce((sum, { amountCents }) => sum + amountCents, 0),
  }))
  return { rows, totals }
}

/** The beginning of the list has a bill of every status there is, and each carries its status's total. */
const readFirst = async (
  pool: pg.Pool,
  values: readonly string[],
  limit: number,
): Promise<Listed> => {
  const { rows } = await pool.query<PlacedBill>({ ...PART, values: [...values, 0, limit] })
  const byStatus = new Map(rows.map((row) => [row.status, row]))
  const totals = [...byStatus.values()].map(({ status, ofStatus, ofStatusCents }) => ({
    status,
    count: ofStatus,
    amountCents: ofStatusCents,
  }))
  return { rows, totals }
}
