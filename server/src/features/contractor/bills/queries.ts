// Reads a contractor's bills: those of their vendor, and those they submitted that staff moved to another vendor.
import type { listVendorBills } from '@invoice-desk/contract/contractor'
import type { BodyOf } from '@invoice-desk/contract/endpoint'
import { and, count, desc, eq, gt, lte, or, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { prepared } from '../../../db/prepared.ts'
import { bill } from '../../../db/schema/contractor.ts'
import { LISTED } from '../queries.ts'

type Owner = { readonly email: string; readonly vendor: string }
type Part = Pick<BodyOf<typeof listVendorBills>, 'status' | 'limit' | 'offset'>

const BILLS_MAX = 20_000

const isOwn = or(
  eq(sql`lower(${bill.vendor})`, sql`lower(${sql.placeholder('vendor')})`),
  eq(bill.email, sql.placeholder('email')),
)

const billList = prepared((db) => {
  const place = sql<number>`row_number() OVER (
    PARTITION BY ${bill.status} ORDER BY ${bill.submittedAt} DESC, ${bill.id})`.as('place')
  const status = sql.placeholder('status')
  const placed = db
    .select({ ...LISTED, place })
    .from(bill)
    .where(and(isOwn, sql`(${status}::text IS NULL OR ${bill.status} = ${status})`))
    .as('placed')
  return db
    .select()
    .from(placed)
    .where(and(gt(placed.place, sql.placeholder('from')), lte(placed.place, sql.placeholder('to'))))
    .orderBy(desc(placed.submittedAt), placed.id)
    .limit(BILLS_MAX)
    .prepare('contractor_bills')
})

/** At most `limit` bills of each status, after `offset`; newest first. */
export const listBills = (db: Db, owner: Owner, { status, limit = BILLS_MAX, offset }: Part) =>
  billList(db).execute({ ...owner, status: status ?? null, from: offset, to: offset + limit })

const billSums = prepared((db) =>
  db
    .select({
      status: bill.status,
      count: count(),
      amountCents: sql<number>`sum(${bill.amountCents}::float8)`,
    })
    .from(bill)
    .where(isOwn)
    .groupBy(bill.status)
    .prepare('contractor_bill_sums'),
)

/** The number and sum of the bills of each status. */
export const sumBills = (db: Db, owner: Owner) => billSums(db).execute(owner)
