// Withdraws a contractor's bill that isn't decided.
import type { withdrawInvoice } from '@invoice-desk/contract/contractor/submission'
import type { BodyOf } from '@invoice-desk/contract/http/endpoint'
import { billEvent } from '../../../db/audit.ts'
import type { Db } from '../../../db/client.ts'
import { newJob } from '../../../jobs/queue.ts'
import { voidNoticeJob } from '../../accounting/job-kinds.ts'
import { markToVoid } from '../../accounting/queries.ts'
import { updateTask } from '../../approval/queries.ts'
import { type BillRow, findBill } from '../queries.ts'
import { assertUndecided, lockOwnBill } from './correction.ts'

/** Needs a transaction. */
export const withdrawBill = async (
  tx: Db,
  email: string,
  { billId, version }: BodyOf<typeof withdrawInvoice>,
): Promise<BillRow> => {
  const bill = await lockOwnBill(tx, email, billId)
  // A repeated request.
  if (bill.status === 'withdrawn') return bill
  const { id } = bill
  const leftBill = await assertUndecided(tx, bill, { version })
  // Staff may have added its bill already.
  const mustVoid = leftBill && !leftBill.isMarked && (await markToVoid(tx, id))
  await updateTask(
    tx,
    { id },
    {
      ...{ status: 'withdrawn', approvals: [], escalatedAt: null },
      // A bill that QuickBooks didn't confirm may still appear for a while.
      ...{ decidedAt: new Date(), decidedBy: null, rejectReason: null, postRefusal: null },
    },
    {
      events: [billEvent({ id, actor: email, action: 'bill_withdrawn' })],
      jobs: mustVoid ? [newJob(voidNoticeJob, { taskId: id })] : [],
    },
  )
  const row = await findBill(tx, id)
  if (!row) throw new Error('the withdrawn bill is gone')
  return row
}
