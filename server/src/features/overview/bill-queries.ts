// Adds up invoices for the overview, one statement per card.
import type { Db } from '../../db/client.ts'
import { IS_ACCEPTED, IS_PENDING } from '../../db/schema/bills.ts'
import { statement } from '../../db/statement.ts'
import { hasStatus } from './bill-statuses.ts'
import { inPeriod, type RangeSum, rangesFrom, sumsOf } from './ranges.ts'

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

const SUMS = sumsOf('amount_cents')

/** The invoices in each range of a column. */
const perRange = (starts: string, column: string, condition: string) => `
  SELECT period.range, sums.* FROM ${rangesFrom(starts)},
    LATERAL (SELECT ${SUMS} FROM bill WHERE ${condition} AND ${inPeriod(column)}) AS sums`

const asJson = (query: string) => `(SELECT json_agg(listed) FROM (${query}) AS listed)`

const waiting = statement<WaitingRow>(`SELECT
  (SELECT json_build_object('id', id, 'invoiceNumber', invoice_number, 'vendor', vendor,
      'submittedAt', submitted_at)
    FROM bill WHERE ${IS_PENDING} ORDER BY submitted_at, id LIMIT 1) AS oldest,
  ${asJson(perRange('$1::timestamptz[]', 'submitted_at', IS_PENDING))} AS ages,
  ${asJson(perRange('$2::date[]', 'due_date', hasStatus('approved')))} AS dues`)

/** A range before the first of the given starts comes first. */
type Starts = { readonly submitted: readonly Date[]; readonly due: readonly string[] }

/** Pending invoices by submission, and approved ones by due date. */
export const readWaiting = async (db: Db, { submitted, due }: Starts) => {
  const [row] = await waiting(db, ['-infinity', ...submitted], ['-infinity', ...due])
  return row
}

/** Staff may mark an invoice as paid on an earlier day. Otherwise, the moment counts when we learned of it. */
const monthly = statement<RangeSum & { readonly kind: 'approved' | 'paid' }>(`
  SELECT 'approved' AS kind, sums.* FROM (
    ${perRange('$1::timestamptz[]', 'decided_at', IS_ACCEPTED)}) AS sums
  UNION ALL SELECT 'paid', sums.* FROM (
    ${perRange('$1::timestamptz[]', 'paid_at', `${hasStatus('paid')} AND paid_date IS NULL`)}) AS sums
  UNION ALL SELECT 'paid', sums.* FROM (
    ${perRange('$2::date[]', 'paid_date', `${hasStatus('paid')} AND paid_date IS NOT NULL`)}) AS sums`)

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
  FROM bill WHERE decided_at >= $2 AND NOT ${hasStatus('changes_requested', 'withdrawn')}`)

/** Decisions since a moment, and between an earlier one and that. */
export const readDecisions = async (db: Db, since: Date, before: Date) => {
  const [row] = await decisions(db, since, before)
  return row
}
