// Records bills that were approved while QuickBooks could not be reached. Throwing means: try again later.
import { businessDay } from '@invoice-desk/contract/business-day'
import { decimalFromCents } from '@invoice-desk/contract/money'
import { AppError } from '../../app-error.ts'
import { recordEvent } from '../../db/audit.ts'
import type { Dependencies } from '../../dependencies.ts'
import { findBillAccount } from '../contractor/queries.ts'
import { refusalOf } from './bill-refusal.ts'
import { refusalNoticeJob } from './job-kinds.ts'
import {
  clearPostLater,
  findTaskToPost,
  refuseToPost,
  type TaskToPost,
} from './post-later-queries.ts'
import { findPosting, lockTask } from './queries.ts'
import { createAccountingService } from './service.ts'

export const createPostLater = (dependencies: Dependencies) => {
  const { config, database, jobs } = dependencies
  const { db } = database
  const accounting = createAccountingService(dependencies)

  const record = async (task: TaskToPost, account: string | undefined): Promise<void> => {
    if (!account) throw new AppError('vendor_mapping_unknown')
    await accounting.createBill(
      { email: task.decidedBy ?? 'system' },
      {
        taskId: task.id,
        vendorName: task.vendor,
        invoiceNumber: task.invoiceNumber,
        amount: decimalFromCents(task.amountCents),
        date: businessDay(Date.now(), config.businessTimeZone),
        qbBillAccount: account,
        similarBillIds: [],
      },
    )
    await clearPostLater(db, task.id)
  }

  /** Leaves it to staff, and tells them; false while a bill may still come of an earlier try, or the task has changed. */
  const giveUp = (task: TaskToPost, reason: string): Promise<boolean> =>
    db.transaction(async (tx) => {
      const { id: taskId } = task
      await lockTask(tx, taskId)
      const posting = await findPosting(tx, taskId)
      if (posting && posting.state !== 'failed') return false
      if (!(await refuseToPost(tx, task, reason))) return false
      await recordEvent(tx, {
        actor: 'system',
        action: 'bill_refused',
        subject: { kind: 'bill', id: taskId },
        details: { reason },
      })
      await jobs.send(tx, refusalNoticeJob, { taskId })
      return true
    })

  return async (taskId: string): Promise<void> => {
    // Rejected since then, or recorded by hand: then there is nothing left to do.
    const task = await findTaskToPost(db, taskId)
    if (!task) return
    const account = await findBillAccount(db, task.email)
    await record(task, account).catch(async (error: unknown) => {
      const reason = refusalOf(error, { ...task, account })
      if (reason === undefined || !(await giveUp(task, reason))) throw error
    })
  }
}
