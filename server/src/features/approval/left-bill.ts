// Rejecting an invoice whose bill is in QuickBooks, or may be: not while it is being added, not unseen, and never
// without a request to void it.
import { billLeftText } from '@invoice-desk/contract/approval'
import { formatUsd } from '@invoice-desk/contract/money'
import { AppError } from '../../app-error.ts'
import type { Db } from '../../db/client.ts'
import type { Dependencies } from '../../dependencies.ts'
import { voidNoticeJob } from '../accounting/job-kinds.ts'
import { findLeftBill, markToVoid } from '../accounting/queries.ts'

/** Within the transaction that rejects the task: its lock keeps a bill from being begun meanwhile. */
export const leaveBill = async (
  { jobs }: Pick<Dependencies, 'jobs'>,
  tx: Db,
  taskId: string,
  isAcknowledged: boolean,
): Promise<void> => {
  const bill = await findLeftBill(tx, taskId)
  if (!bill) return
  if (bill.isClaimed)
    throw new AppError('qbo_bill_in_progress', {
      text: 'The bill for this invoice is being added to QuickBooks right now. Please try again in a moment.',
    })
  if (bill.left !== 'no' && !isAcknowledged) {
    const { invoiceNumber, amountCents } = bill
    const text = billLeftText(bill.left, { invoiceNumber, amount: formatUsd(amountCents) })
    throw new AppError('task_bill_left', { text })
  }
  // What may still turn up is marked when it does. A bill that another invoice needs isn't listed while it does.
  if (await markToVoid(tx, taskId)) await jobs.send(tx, voidNoticeJob, { taskId })
}
