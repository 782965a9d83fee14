// T2 of a posting: the bill that was created or found, the audit event and the follow-up work, or none of them.
import { recordEvent } from '../../../db/audit.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { attachFileJob, voidNoticeJob } from '../job-kinds.ts'
import { type BillPosting, lockTask, markToVoid, settlePosting } from '../queries.ts'
import type { Posted } from './post.ts'
import { clearPostLater } from './post-later-queries.ts'

export const createFinish =
  ({ database, jobs }: Pick<Dependencies, 'database' | 'jobs'>) =>
  (row: BillPosting, posted: Posted): Promise<Posted> =>
    database.db.transaction(async (tx) => {
      const { bill, alreadyExisted } = posted
      const { taskId } = row
      const task = await lockTask(tx, taskId)
      const isFirst = await settlePosting(tx, row, {
        billId: bill.id,
        isAdopted: alreadyExisted,
        balanceCents: bill.balanceCents,
        paidAt: bill.balanceCents === 0 ? new Date() : null,
      })
      if (!isFirst) return posted
      await clearPostLater(tx, taskId)
      await recordEvent(tx, {
        actor: row.actor,
        action: alreadyExisted ? 'bill_found_in_quickbooks' : 'bill_posted',
        subject: { kind: 'bill', id: taskId },
        details: {
          billId: bill.id,
          realmId: row.realmId,
          amountCents: bill.totalCents,
          ...(!alreadyExisted && row.similarBillIds.length > 0
            ? { addedBeside: row.similarBillIds }
            : {}),
        },
      })
      await jobs.send(tx, attachFileJob, { taskId })
      // There all the same, such as by a call whose answer was lost.
      if (task?.status === 'rejected' && (await markToVoid(tx, taskId)))
        await jobs.send(tx, voidNoticeJob, { taskId })
      return posted
    })
