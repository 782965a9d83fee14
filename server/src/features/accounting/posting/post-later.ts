// Posts bills that were approved while QuickBooks was unavailable. Throwing makes the job retry.
import { businessDay, DAY_MS } from '@invoice-desk/contract/values/business-day'
import { decimalFromCents } from '@invoice-desk/contract/values/money'
import { recordBillEvent } from '../../../db/audit.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { AppError } from '../../../lib/app-error.ts'
import { findBillAccount } from '../../contractor/queries.ts'
import { findConnectionRow } from '../connection/queries.ts'
import { postBillJob, refusalNoticeJob } from '../job-kinds.ts'
import { type BillPosting, findPosting, lockTask } from '../queries.ts'
import { createAccountingService } from '../service.ts'
import { refusalOf, WAIT_DAYS_MAX, WAITED_LONG } from './bill-refusal.ts'
import {
  clearPostLater,
  findTaskToPost,
  listTasksWithoutJob,
  refuseToPost,
  type TaskToPost,
} from './post-later-queries.ts'
import { isOutdated } from './posting-rules.ts'

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
      // No one has looked since.
      task.decidedAt ?? task.submittedAt,
    )
    await clearPostLater(db, task.id)
  }

  /** Leaves the bill to staff. False while an earlier try may still produce it, or if the task has changed. */
  const giveUp = (task: TaskToPost, reason: string): Promise<boolean> =>
    db.transaction(async (tx) => {
      const { id: taskId } = task
      await lockTask(tx, taskId)
      const posting = await findPosting(tx, taskId)
      if (posting && !hasEnded(posting, task)) return false
      if (!(await refuseToPost(tx, task, reason))) return false
      const event = { actor: 'system', action: 'bill_refused', details: { reason } } as const
      await recordBillEvent(tx, { id: taskId, ...event })
      await jobs.send(tx, refusalNoticeJob, { taskId })
      return true
    })

  const postBill = async (taskId: string): Promise<void> => {
    // It may have been rejected or posted by hand since the job was queued.
    const task = await findTaskToPost(db, taskId)
    if (!task) return
    const account = await findBillAccount(db, task.email)
    await record(task, account).catch(async (error: unknown) => {
      const reason = refusalOf(error, { ...task, account })
      if (reason === undefined || !(await giveUp(task, reason))) throw error
    })
  }

  /** Sends a new job for bills whose job used up its retries, for example during days without a connection. */
  const resumeBills = async (limit: number): Promise<void> => {
    if ((await findConnectionRow(db))?.state !== 'connected') return
    for (const task of await listTasksWithoutJob(db, limit)) {
      if (hasWaitedLong(task) && (await giveUp(task, WAITED_LONG))) continue
      await jobs.send(db, postBillJob, { taskId: task.id })
    }
  }

  return { postBill, resumeBills }
}

/** Whether the posting can't produce the task's bill anymore. */
const hasEnded = (posting: BillPosting, task: TaskToPost): boolean =>
  posting.state === 'failed' || (posting.state === 'created' && isOutdated(posting, task))

const hasWaitedLong = ({ decidedAt }: TaskToPost): boolean =>
  Date.now() - (decidedAt?.getTime() ?? 0) > WAIT_DAYS_MAX * DAY_MS
