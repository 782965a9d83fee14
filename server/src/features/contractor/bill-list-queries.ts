// The bills a contractor sees: those of their vendor, and those they submitted that staff gave to another vendor.
import { and, desc, eq, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { type BillStatus, bill } from '../../db/schema/contractor.ts'

export type Owner = { readonly email: string; readonly vendor: string }
export type BillTotal = { status: BillStatus; count: number; amountCents: number }
export type ListedBill = Awaited<ReturnType<typeof listBills>>[number]

const BILLS_MAX = 20_000

const isOf = ({ email, vendor }: Owner) =>
  or(sql`lower(${bill.vendor}) = lower(${vendor})`, eq(bill.email, email))

export const listTotals = (db: Db, owner: Owner): Promise<BillTotal[]> =>
  db
    .select({
      status: bill.status,
      count: sql<number>`count(*)`.mapWith(Number),
      amountCents: sql<number>`sum(${bill.amountCents})`.mapWith(Number),
    })
    .from(bill)
    .where(isOf(owner))
    .groupBy(bill.status)

/** Newest first; with a limit, at most so many of each status after the offset. */
export const listBills = (
  db: Db,
  owner: Owner,
  part: { status?: BillStatus | undefined; limit?: number | undefined; offset: number },
) => {
  const place = sql<number>`row_number() OVER (PARTITION BY ${bill.status} ORDER BY ${bill.submittedAt} DESC, ${bill.id})`
  const placed = db
    .select({
      id: bill.id,
      invoiceNumber: bill.invoiceNumber,
      amountCents: bill.amountCents,
      status: bill.status,
      submittedAt: bill.submittedAt,
      dueDate: bill.dueDate,
      fileId: bill.fileId,
      rejectReason: bill.rejectReason,
      place: place.as('place'),
    })
    .from(bill)
    .where(and(isOf(owner), part.status ? eq(bill.status, part.status) : undefined))
    .as('placed')
  const last = part.offset + (part.limit ?? BILLS_MAX)
  return db
    .select()
    .from(placed)
    .where(sql`${placed.place} > ${part.offset} AND ${placed.place} <= ${last}`)
    .orderBy(desc(placed.submittedAt), placed.id)
    .limit(BILLS_MAX)
}
