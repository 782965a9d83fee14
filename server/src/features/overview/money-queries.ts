// Adds up money for the overview: the figures at its top, and customer payments per week.
import type { PaymentMethod } from '@invoice-desk/contract/payment-methods'
import type { Db } from '../../db/client.ts'
import { statement } from '../../db/statement.ts'
import type { Covered } from './attention-queries.ts'
import { type RangeSum, SUM, type Sum } from './bill-queries.ts'

export type FiguresRow = Readonly<
  Record<'approvedUnpaid' | 'dueSoon' | 'paidThisMonth' | 'receivedThisMonth', Sum | null>
>

const sumOf = (sums: string, from: string) =>
  `(SELECT to_json(sums) FROM (SELECT ${sums} FROM ${from}) AS sums)`

const RECEIVED = `count(*)::int AS count, coalesce(sum(captured_cents), 0)::float8 AS cents`

const figures = statement<FiguresRow>(`SELECT
  CASE WHEN $1 THEN ${sumOf(SUM, `bill WHERE status = 'approved'`)} END AS "approvedUnpaid",
  CASE WHEN $1 THEN ${sumOf(
    SUM,
    `bill WHERE status = 'approved' AND due_date BETWEEN $3::date AND $3::date + 7`,
  )} END AS "dueSoon",
  CASE WHEN $1 THEN ${sumOf(
    SUM,
    `bill WHERE status = 'paid' AND paid_at >= $5 AND (paid_date IS NULL OR paid_date >= $4)`,
  )} END AS "paidThisMonth",
  CASE WHEN $2 THEN ${sumOf(RECEIVED, 'payment_attempt WHERE captured_at >= $5')}
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
  SELECT width_bucket(captured_at, $1::timestamptz[]) AS range, method, ${RECEIVED},
    (count(*) FILTER (WHERE refunded_cents > 0))::int AS refunds,
    sum(refunded_cents)::float8 AS "refundedCents"
  FROM payment_attempt WHERE captured_at >= ($1::timestamptz[])[1]
  GROUP BY range, method`)

/** Customer payments in each period, by method. */
export const sumMoneyIn = (db: Db, moments: readonly Date[]) => received(db, moments)
