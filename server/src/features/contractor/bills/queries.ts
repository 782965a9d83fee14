// The bills a contractor sees: those of their vendor, and those they submitted that staff gave to another vendor.
// The database writes the list; only the links to files are put in afterwards.

import type { BillStatus } from '@invoice-desk/contract/bill-status'
import { INVOICE_DOC_FIELD } from '@invoice-desk/contract/contractor'
import type pg from 'pg'

export type Owner = { readonly email: string; readonly vendor: string }

export type BillTotal = {
  readonly status: BillStatus
  readonly count: number
  readonly amountCents: number
}

export type BillPart = {
  readonly status?: BillStatus | undefined
  /** At most so many of each status, after the offset. */
  readonly limit?: number | undefined
  readonly offset: number
}

const BILLS_MAX = 20_000

/** In the contract's spellings, fields and order. */
const VIEW = `
  id, invoice_number AS "invoiceNumber", round(amount_cents / 100.0, 2) AS amount, status,
  floor(extract(epoch FROM submitted_at) * 1000)::bigint AS "dateCreated",
  (extract(epoch FROM due_date)::bigint + 43200) * 1000 AS "dueDate",
  CASE WHEN file_id IS NULL THEN '[]'
    ELSE json_build_array(json_build_object('name', '${INVOICE_DOC_FIELD}', 'value', 'file:' || file_id))
  END AS custom_fields,
  CASE WHEN status = 'rejected' THEN nullif(reject_reason, '') END AS "rejectReason"`

const ORDER = `ORDER BY submitted_at DESC, id LIMIT ${BILLS_MAX}`

const ALL = `SELECT ${VIEW} FROM own ${ORDER}`

const PART = `
  SELECT ${VIEW} FROM (
    SELECT own.*, row_number() OVER (PARTITION BY status ORDER BY submitted_at DESC, id) AS place
    FROM own WHERE $3::text IS NULL OR status = $3
  ) AS placed
  WHERE place > $4 AND place <= $5 ${ORDER}`

const statementText = (list: string): string => `
  WITH own AS MATERIALIZED (
    SELECT id, invoice_number, amount_cents, status, submitted_at, due_date, file_id, reject_reason
    FROM bill WHERE lower(vendor) = lower($1) OR email = $2
  )
  SELECT (SELECT json_agg(listed)::text FROM (${list}) AS listed) AS bills,
    (SELECT json_agg(total) FROM (
      SELECT status, count(*) AS count, sum(amount_cents::float8) AS "amountCents" FROM own GROUP BY status
    ) AS total) AS totals`

const WHOLE = { name: 'bills of a contractor', text: statementText(ALL) }
const PARTIAL = { name: 'some bills of a contractor', text: statementText(PART) }

type Row = { readonly bills: string | null; readonly totals: readonly BillTotal[] | null }

/** The text of the list, newest first, and the totals of all bills there are. */
export const readBills = async (
  pool: pg.Pool,
  { email, vendor }: Owner,
  { status, limit, offset }: BillPart,
  urlOf: (fileId: string) => string,
): Promise<{ json: string; totals: readonly BillTotal[] }> => {
  const values = [vendor, email]
  const isWhole = status === undefined && limit === undefined && offset === 0
  const { rows } = await pool.query<Row>(
    isWhole
      ? { ...WHOLE, values }
      : { ...PARTIAL, values: [...values, status, offset, offset + (limit ?? BILLS_MAX)] },
  )
  // No text of anybody's can look like these: inside a text, quotes have a backslash before them.
  const json = (rows[0]?.bills ?? '[]')
    .replaceAll(',"rejectReason":null', '')
    .replaceAll(
      /"value" : "file:([0-9a-f-]{36})"/g,
      (_found, fileId: string) => `"value":"${urlOf(fileId)}"`,
    )
  return { json, totals: rows[0]?.totals ?? [] }
}
