// Lists the bills that staff have to void in QuickBooks because their invoice was turned down. A bill leaves the list
// when QuickBooks shows it as voided or deleted, or when someone marks it as done.
import type { BillToVoid } from '@invoice-desk/contract/accounting/accounting'
import { type BillStatus, TURNED_DOWN_STATUSES } from '@invoice-desk/contract/bills/bill-status'
import { formatUsd } from '@invoice-desk/contract/values/money'
import { and, desc, eq, getTableColumns, isNotNull, type SQL, sql } from 'drizzle-orm'
import { recordBillEvent } from '../../db/audit.ts'
import type { Db } from '../../db/client.ts'
import { billPosting } from '../../db/schema/accounting.ts'
import { bill } from '../../db/schema/bills.ts'
import { isOneOf } from '../../db/schema/common.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { StaffCaller } from '../../http/access.ts'
import { AppError } from '../../lib/app-error.ts'
import { billUrl } from '../../providers/quickbooks/bills.ts'
import { isToVoid } from '../bills/posted-bill.ts'

export const createVoidBills = ({ config, database: { db } }: Dependencies) => ({
  list: async (): Promise<BillToVoid[]> =>
    (await listBillsToVoid(db)).map((row) => ({
      taskId: row.taskId,
      invoiceNumber: row.invoiceNumber,
      vendor: row.vendorName,
      amount: formatUsd(row.amountCents),
      isPaid: row.paidAt !== null,
      since: (row.toVoidSince ?? new Date()).toISOString(),
      url: billUrl(config.quickbooks.appUrl, row.billId ?? ''),
    })),

  markDone: (actor: StaffCaller, taskId: string): Promise<void> =>
    db.transaction(async (tx) => {
      const bill = await findBillToVoid(tx, taskId)
      if (!bill || !(await clearToVoid(tx, bill))) throw new AppError('bill_to_void_unknown')
      await recordBillEvent(tx, { id: taskId, actor: actor.email, action: 'bill_void_done' })
    }),
})

const LISTED_MAX = 200

const isTurnedDown = sql.raw(isOneOf('status', TURNED_DOWN_STATUSES))

const selectToVoid = (db: Db, where: SQL | undefined) => {
  const isOfPosting = eq(bill.id, sql`${billPosting.taskId}::uuid`)
  const { realmId, billId, toVoidSince } = billPosting
  // Duplicates share a bill, which is listed once.
  return db
    .selectDistinctOn([realmId, billId], {
      ...getTableColumns(billPosting),
      status: sql<BillStatus>`${bill.status}`.as('task_status'),
      turnedDownBy: sql<string | null>`CASE WHEN ${isTurnedDown} THEN ${bill.decidedBy} END`.as(
        'turned_down_by',
      ),
    })
    .from(billPosting)
    .innerJoin(bill, isOfPosting)
    .where(and(isToVoid(), where))
    .orderBy(realmId, billId, desc(toVoidSince))
}

export type BillToVoidRow = Awaited<ReturnType<typeof listBillsToVoid>>[number]

/** Newest first. */
const listBillsToVoid = (db: Db) => {
  const listed = selectToVoid(db, undefined).as('listed')
  return db.select().from(listed).orderBy(desc(listed.toVoidSince)).limit(LISTED_MAX)
}

export const findBillToVoid = async (db: Db, taskId: string) => {
  const [row] = await selectToVoid(db, eq(billPosting.taskId, taskId))
  return row
}

/** Takes the bill off the list for all invoices that share it. False if it's no longer on the list. */
const clearToVoid = async (
  db: Db,
  { realmId, billId }: Pick<BillToVoidRow, 'realmId' | 'billId'>,
): Promise<boolean> => {
  const isOfBill = and(eq(billPosting.realmId, realmId), eq(billPosting.billId, billId ?? ''))
  const { rowCount } = await db
    .update(billPosting)
    .set({ toVoidSince: null, updatedAt: sql`now()` })
    .where(and(isOfBill, isNotNull(billPosting.toVoidSince)))
  return rowCount !== 0
}
