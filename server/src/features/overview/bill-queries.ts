// Adds up invoices for the overview, one statement per card. Ranges are numbered by the starts given, from 0 before the
// first one.
import type { Db } from '../../db/client.ts'
import { IS_PENDING } from '../../db/schema/contractor.ts'
import { statement } from '../../db/statement.ts'

export type Sum = { readonly count: number; readonly cents: number }
export type RangeSum = Sum & { readonly range: number }

type Oldest = {
  readonly id: string
  readonly invoiceNumber: string
  readonly vendor: string
  readonly submittedAt: string
}
type WaitingRow = {
  readonly oldest: Oldest | null
  readonly ages: readonly RangeSum[] | null
  readonly dues: readonly RangeSum[] | null
}

export const SUM = `count(*)::int AS count, coalesce(sum(amount_cents), 0)::float8 AS cents`

const inRanges = (column: string, starts: string, condition: string) => `
  SELECT json_agg(sums) FROM (
    SELECT width_bucket(${column}, ${starts}) AS range, ${SUM}
    FROM bill WHERE ${condition} GROUP BY range) AS sums`

const waiting = statement<WaitingRow>(`SELECT
  (SELECT json_build_object('id', id, 'invoiceNumber', invoice_number, 'vendor', vendor,
      'submittedAt', submitted_at)
    FROM bill WHERE ${IS_PENDING} ORDER BY submitted_at, id LIMIT 1) AS oldest,
  (${inRanges('submitted_at', '$1::timestamptz[]', IS_PENDING)}) AS ages,
  (${inRanges('due_date', '$2::date[]', `status = 'approved'`)}) AS dues`)

/** Pending invoices by submission, and approved ones by due date. */
export const readWaiting = async (
  db: Db,
  starts: { readonly submitted: readonly Date[]; readonly due: readonly string[] },
) => {
  const [row] = await waiting(db, starts.submitted, starts.due)
  return row
}

/** Staff may mark an invoice as paid on an earlier day. That day is never after `paid_at`, which has the index. */
const monthly = statement<RangeSum & { readonly kind: 'approved' | 'paid' }>(`
  SELECT 'approved' AS kind, width_bucket(decided_at, $1::timestamptz[]) AS range, ${SUM}
  FROM bill WHERE decided_at >= ($1::timestamptz[])[1] AND status IN ('approved', 'paid')
  GROUP BY range
  UNION ALL
  SELECT 'paid', CASE WHEN paid_date IS NULL THEN width_bucket(paid_at, $1::timestamptz[])
    ELSE width_bucket(paid_date, $2::date[]) END AS range, ${SUM}
  FROM bill WHERE paid_at >= ($1::timestamptz[])[1] AND status = 'paid'
  GROUP BY range`)

/** Invoices approved and paid in each period. */
export const sumMoneyOut = (db: Db, days: readonly string[], moments: readonly Date[]) =>
  monthly(db, moments, days)

type DecisionsRow = {
  readonly count: number
  readonly medianSeconds: number | null
  readonly countBefore: number
  readonly medianSecondsBefore: number | null
}

const MEDIAN = `percentile_cont(0.5) WITHIN GROUP (
  ORDER BY extract(epoch FROM decided_at - submitted_at)::float8)`

const decisions = statement<DecisionsRow>(`SELECT
  count(*) FILTER (WHERE decided_at >= $1)::int AS count,
  ${MEDIAN} FILTER (WHERE decided_at >= $1) AS "medianSeconds",
  count(*) FILTER (WHERE decided_at < $1)::int AS "countBefore",
  ${MEDIAN} FILTER (WHERE decided_at < $1) AS "medianSecondsBefore"
  FROM bill WHERE decided_at >= $2`)

/** Decisions since a moment, and between an earlier one and that. */
export const readDecisions = async (db: Db, since: Date, before: Date) => {
  const [row] = await decisions(db, since, before)
  return row
}
