// The list of tasks that wait for a decision.
import type { PENDING_SORTS } from '@invoice-desk/contract/approval'
import { and, asc, count, desc, ilike, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { bill } from '../../db/schema/contractor.ts'

export type PendingFilter = {
  search?: string | undefined
  dueWithinDays?: number | undefined
  exclude?: string | undefined
}

export type PendingPage = {
  sort: (typeof PENDING_SORTS)[number]
  order: 'asc' | 'desc'
  /** Absent: all. */
  page?: number | undefined
  pageSize: number
}

const SORT_KEYS: Readonly<Record<PendingPage['sort'], SQL>> = {
  submitted: sql`${bill.submittedAt}`,
  due: sql`${bill.dueDate}`,
  amount: sql`${bill.amountCents}`,
  vendor: sql`lower(${bill.vendor})`,
}

const conditionOf = ({ search, dueWithinDays, exclude }: PendingFilter): SQL | undefined => {
  // `\`, `%` and `_` stand for themselves: people search for text, not for patterns.
  const pattern = search && `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`
  return and(
    sql`${bill.status} IN ('received', 'sent_for_approval')`,
    pattern
      ? or(
          ilike(bill.invoiceNumber, pattern),
          ilike(bill.vendor, pattern),
          ilike(bill.email, pattern),
        )
      : undefined,
    dueWithinDays === undefined
      ? undefined
      : lte(bill.dueDate, sql`current_date + ${dueWithinDays}::int`),
    exclude === undefined ? undefined : ne(sql`${bill.id}::text`, exclude),
  )
}

export const listPending = (db: Db, filter: PendingFilter, page: PendingPage) => {
  const direction = page.order === 'asc' ? asc : desc
  const rows = db
    .select({
      id: bill.id,
      invoiceNumber: bill.invoiceNumber,
      vendor: bill.vendor,
      amountCents: bill.amountCents,
      dueDate: bill.dueDate,
      submittedAt: bill.submittedAt,
    })
    .from(bill)
    .where(conditionOf(filter))
    .orderBy(direction(SORT_KEYS[page.sort]), direction(bill.id))
  return page.page === undefined
    ? rows
    : rows.limit(page.pageSize).offset((page.page - 1) * page.pageSize)
}

export const countPending = async (db: Db, filter: PendingFilter): Promise<number> => {
  const [row] = await db.select({ total: count() }).from(bill).where(conditionOf(filter))
  return row?.total ?? 0
}
