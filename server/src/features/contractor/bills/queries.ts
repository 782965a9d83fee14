// Reads the bills a contractor sees: those of their vendor, and those they submitted that staff gave to another vendor.
import type { BillStatus } from '@invoice-desk/contract/bill-status'
import { and, desc, eq, gt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { bill } from '../../../db/schema/contractor.ts'
import { LISTED } from '../queries.ts'

type Owner = { readonly email: string; readonly vendor: string }

/** At most `limit` bills of each status, after `offset`. */
type Part = {
  readonly status?: BillStatus | undefined
  readonly limit?: number | undefined
  readonly offset: number
}

const BILLS_MAX = 20_000

const isOwn = ({ email, vendor }: Owner) =>
  or(sql`lower(${bill.vendor}) = lower(${vendor})`, eq(bill.email, email)) as SQL

/** Newest first. */
export const listBills = (db: Db, owner: Owner, { status, limit = BILLS_MAX, offset }: Part) => {
  const place = sql<number>`row_number() OVER (
    PARTITION BY ${bill.status} ORDER BY ${bill.submittedAt} DESC, ${bill.id})`.as('place')
  const placed = db
    .select({ ...LISTED, place })
    .from(bill)
    .where(and(isOwn(owner), status && eq(bill.status, status)))
    .as('placed')
  return db
    .select()
    .from(placed)
    .where(and(gt(placed.place, offset), lte(placed.place, offset + limit)))
    .orderBy(desc(placed.submittedAt), placed.id)
    .limit(BILLS_MAX)
}

/** The number and sum of the bills of each status. */
export const sumBills = (db: Db, owner: Owner) =>
  db
    .select({
      status: bill.status,
      count: sql<number>`count(*)::int`,
      amountCents: sql<number>`sum(${bill.amountCents}::float8)`,
    })
    .from(bill)
    .where(isOwn(owner))
    .groupBy(bill.status)
