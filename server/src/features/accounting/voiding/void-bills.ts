// Lists the bills that staff have to void in QuickBooks because their invoice was rejected. A bill leaves the list when
// QuickBooks shows it as voided or deleted, or when someone marks it as done.
import type { BillToVoid } from '@invoice-desk/contract/accounting'
import { formatUsd } from '@invoice-desk/contract/money'
import { AppError } from '../../../app-error.ts'
import { recordBillEvent } from '../../../db/audit.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { StaffCaller } from '../../../http/access.ts'
import { billUrl } from '../../../providers/quickbooks/bills.ts'
import { clearToVoid, findBillToVoid, listBillsToVoid } from './queries.ts'

export const createVoidBills = ({ config, database: { db } }: Dependencies) => ({
  list: async (): Promise<BillToVoid[]> =>
    (await listBillsToVoid(db)).map((row) => ({
      taskId: row.taskId,
      invoiceNumber: row.invoiceNumber,
      vendor: row.vendor,
      amount: formatUsd(row.amountCents),
      isPaid: row.paidAt !== null,
      since: (row.since ?? new Date()).toISOString(),
      url: billUrl(config.quickbooks.appUrl, row.billId ?? ''),
    })),

  markDone: (actor: StaffCaller, taskId: string): Promise<void> =>
    db.transaction(async (tx) => {
      const bill = await findBillToVoid(tx, taskId)
      if (!bill || !(await clearToVoid(tx, bill))) throw new AppError('bill_to_void_unknown')
      await recordBillEvent(tx, { id: taskId, actor: actor.email, action: 'bill_void_done' })
    }),
})
