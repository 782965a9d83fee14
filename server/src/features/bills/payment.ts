// When and how bills were paid.
import { businessDay } from '@invoice-desk/contract/values/business-day'
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { billPosting } from '../../db/schema/accounting.ts'
import { qboRecord } from '../../db/schema/accounting-copy.ts'
import type { Config } from '../../settings/config.ts'
import type { BillRow } from './queries.ts'

export type Payment = {
  readonly date: string
  readonly reference?: string | undefined
  /** What was paid with it, which may be the rest of a bill. */
  readonly amountCents: number
  /** The bill in QuickBooks. Two invoices may share one. */
  readonly qboBillId?: string | null | undefined
}

type PaidBill = Pick<
  BillRow,
  'id' | 'status' | 'amountCents' | 'paidAt' | 'paidDate' | 'paidReference'
>

/** The last payment of a bill. Undefined if it isn't paid. */
export const readPayment = async (
  db: Db,
  { businessTimeZone }: Pick<Config, 'businessTimeZone'>,
  bill: PaidBill,
): Promise<Payment | undefined> => {
  if (bill.status !== 'paid') return undefined
  const { amountCents, paidDate, paidReference } = bill
  if (paidDate) return { date: paidDate, reference: paidReference ?? undefined, amountCents }
  const [payment] = await listBillPayments(db, [bill.id])
  return {
    date: payment?.date || businessDay(bill.paidAt ?? new Date(), businessTimeZone),
    reference: payment?.reference || undefined,
    amountCents: payment?.amountCents ?? amountCents,
    qboBillId: payment?.billId,
  }
}

/** The payments of these bills in QuickBooks, the newest first, with what each paid of the bill. Details may be missing in an old copy. */
export const listBillPayments = (db: Db, taskIds: readonly string[]) => {
  const { taskId, realmId, billId } = billPosting
  return db
    .select({
      taskId,
      billId,
      id: qboRecord.id,
      date: sql<string>`coalesce(${qboRecord.data} ->> 'date', '')`,
      reference: sql<string>`coalesce(${qboRecord.data} ->> 'reference', '')`,
      amountCents: sql<number | null>`(
        SELECT sum((line ->> 'amountCents')::bigint)::float8
        FROM jsonb_array_elements(${qboRecord.data} -> 'bills') AS line
        WHERE line ->> 'id' = ${billId})`,
    })
    .from(billPosting)
    .innerJoin(
      qboRecord,
      and(
        eq(qboRecord.realmId, realmId),
        sql`${qboRecord.kind} = 'billpayment'`,
        sql`${qboRecord.data} -> 'bills' @> jsonb_build_array(jsonb_build_object('id', ${billId}))`,
      ),
    )
    .where(inArray(taskId, [...taskIds]))
    .orderBy(sql`${qboRecord.data} ->> 'date' DESC NULLS LAST`, desc(qboRecord.updatedAt))
}
