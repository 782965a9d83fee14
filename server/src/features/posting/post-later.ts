// Posts bills that were approved while QuickBooks was unavailable. Throwing makes the job retry.
import { businessDay, DAY_MS } from '@invoice-desk/contract/values/business-day'
import { decimalFromCents } from '@invoice-desk/contract/values/money'
import type { Dependencies } from '../../dependencies.ts'
import { newJob } from '../../jobs/queue.ts'
import { AppError } from '../../lib/app-error.ts'
import { findConnectionRow } from '../accounting/connection/queries.ts'
import { postBillJob } from '../bills/job-kinds.ts'
import { type BillPosting, isOutdated } from '../bills/posted-bill.ts'
import { findBillAccount, lockBill } from '../bills/queries.ts'
import { moveBill } from '../bills/write-bill.ts'
import { refusalOf, WAIT_DAYS_MAX, WAITED_LONG } from './bill-refusal.ts'
import { refusalNoticeJob } from './job-kinds.ts'
import {
  findTaskToPost,
  isToPost,
  listTasksWithoutJob,
  type TaskToPost,
} from './post-later-queries.ts'
import { findPosting } from './queries.ts'
import { createPostingService } from './service.ts'

export const createPostLater = (dependencies: Dependencies) => {
  const { config, database, jobs } = dependencies
  const { db } = database
  const service = createPostingService(dependencies)

  const record = async (task: TaskToPost, account: string | undefined): Promise<void> => {
    if (!account) throw new AppError('vendor_mapping_unknown')
    await service.createBill(
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
    await moveBill(db, 'post', { id: task.id, actor: 'system' })
  }

  /** Leaves the bill to staff. False while an earlier try may still produce it, or if the task has changed. */
  const giveUp = (task: TaskToPost, reason: string): Promise<boolean> =>
    db.transaction(async (tx) => {
      const { id: taskId, version } = task
      await lockBill(tx, taskId)
      const posting = await findPosting(tx, taskId)
      if (posting && !hasEnded(posting, task)) return false
      const refused = await moveBill(tx, 'refuse_to_post', {
        ...{ id: taskId, version, actor: 'system', where: isToPost },
        ...{ values: { postRefusal: reason }, details: { reason } },
        jobs: [newJob(refusalNoticeJob, { taskId })],
      })
      return refused !== undefined
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
