// Adds up money for the overview: the figures at its top, and customer payments per week.
import type { PaymentMethod } from '@invoice-desk/contract/payments/payment-methods'
import type { Db } from '../../db/client.ts'
import { statement } from '../../db/statement.ts'
import type { Covered } from './attention-queries.ts'
import { hasStatus } from './bill-statuses.ts'
import { inPeriod, type RangeSum, rangesFrom, type Sum, sumsOf } from './ranges.ts'

export type FiguresRow = Readonly<
  Record<'approvedUnpaid' | 'dueSoon' | 'paidThisMonth' | 'receivedThisMonth', Sum | null>
>

const sumOf = (amount: string, from: string) =>
  `(SELECT to_json(sums) FROM (SELECT ${sumsOf(amount)} FROM ${from}) AS sums)`

/** By the day that staff entered, or by when we learned of it from QuickBooks. */
const PAID_THIS_MONTH = `(
  SELECT amount_cents FROM bill WHERE ${hasStatus('paid')} AND paid_date IS NULL AND paid_at >= $5
  UNION ALL
  SELECT amount_cents FROM bill WHERE ${hasStatus('paid')} AND paid_date IS NOT NULL AND paid_date >= $4
) AS paid`

const figures = statement<FiguresRow>(`SELECT
  CASE WHEN $1 THEN ${sumOf('amount_cents', `bill WHERE ${hasStatus('approved')}`)}
    END AS "approvedUnpaid",
  CASE WHEN $1 THEN ${sumOf(
    'amount_cents',
    `bill WHERE ${hasStatus('approved')} AND due_date BETWEEN $3::date AND $3::date + 7`,
  )} END AS "dueSoon",
  CASE WHEN $1 THEN ${sumOf('amount_cents', PAID_THIS_MONTH)} END AS "paidThisMonth",
  CASE WHEN $2 THEN ${sumOf('captured_cents', 'payment_attempt WHERE captured_at >= $5')}
    END AS "receivedThisMonth"`)

type Days = { readonly today: string; readonly month: string; readonly monthStart: Date }

export const readFigures = async (
  db: Db,
  { approve_invoice, pay_invoice }: Covered,
  { today, month, monthStart }: Days,
) => {
  const [row] = await figures(db, approve_invoice, pay_invoice, today, month, monthStart)
  return row
}

export type MethodSum = RangeSum & {
  readonly method: PaymentMethod
  readonly refunds: number
  readonly refundedCents: number
}

const received = statement<MethodSum>(`
  SELECT period.range, sums.* FROM ${rangesFrom('$1::timestamptz[]')}, LATERAL (
    SELECT method, ${sumsOf('captured_cents')},
      (count(*) FILTER (WHERE refunded_cents > 0))::int AS refunds,
      sum(refunded_cents)::float8 AS "refundedCents"
    FROM payment_attempt WHERE ${inPeriod('captured_at')} GROUP BY method) AS sums`)

/** Customer payments in each period, by method. */
export const sumMoneyIn = (db: Db, moments: readonly Date[]) => received(db, moments)
