// Runs accounting's jobs.
import type { Dependencies } from '../../dependencies.ts'
import { handleJob, type JobHandler } from '../../jobs/queue.ts'
import { ProviderError } from '../../providers/provider-error.ts'
import { listEmailsWithTool } from '../identity/queries.ts'
import { createAdoption } from './connection/adoption.ts'
import {
  attachFileJob,
  catchUpJob,
  dailyJob,
  noticeJob,
  postBillJob,
  readChangesJob,
  refusalNoticeJob,
  settleBillJob,
  voidNoticeJob,
} from './job-kinds.ts'
import { billFileOf } from './posting/bill-file.ts'
import { createPostLater } from './posting/post-later.ts'
import { findRefusedTask } from './posting/post-later-queries.ts'
import { createPosting } from './posting/posting.ts'
import { CLAIM_SECONDS } from './posting/posting-rules.ts'
import { findPosting, listOpenTaskIds, markAttached } from './queries.ts'
import { createDaily } from './sync/daily.ts'
import { noticeMail, refusalNoticeMail, voidNoticeMail } from './sync/notices.ts'
import { createSync } from './sync/sync.ts'
import { findBillToVoid } from './voiding/queries.ts'

const OPEN_A_ROUND = 50

export const accountingJobs = (dependencies: Dependencies): JobHandler[] => {
  const { config, database, jobs, log, mailer, quickbooks } = dependencies
  const { db } = database
  const posting = createPosting(dependencies)
  const sync = createSync(dependencies)
  const daily = createDaily(dependencies)
  const adopt = createAdoption(dependencies)
  const postLater = createPostLater(dependencies)

  const attachFile = async (taskId: string): Promise<void> => {
    const row = await findPosting(db, taskId)
    if (row?.state !== 'created' || row.billId === null || row.attachedAt) return
    const file = await billFileOf(dependencies, taskId)
    if (!file) return
    const { attachments } = quickbooks.for('staff')
    await attachments.attachToBill(row.billId, file, `a-${row.billId}`)
    await markAttached(db, taskId)
  }

  /** What the jobs of single bills gave up on is tried again here, such as after a reconnection. */
  const catchUp = async (): Promise<void> => {
    await postLater.resumeBills(OPEN_A_ROUND)
    try {
      for (const taskId of await listOpenTaskIds(db, OPEN_A_ROUND)) await posting.settleBill(taskId)
      await adopt(1)
      await sync.catchUp()
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      log.warn({ kind: error.kind, message: error.message }, 'QuickBooks is caught up with later')
    }
  }

  return [
    handleJob(noticeJob, async (notice) => {
      const recipients = await listEmailsWithTool(db, config.staff, 'connections')
      await mailer.send(noticeMail(config, notice, recipients))
    }),
    handleJob(voidNoticeJob, async ({ taskId }) => {
      const bill = await findBillToVoid(db, taskId)
      if (!bill) return
      const recipients = await listEmailsWithTool(db, config.staff, 'approve_invoice')
      await mailer.send(voidNoticeMail(config, bill, recipients))
    }),
    handleJob(refusalNoticeJob, async ({ taskId }, jobId) => {
      const task = await findRefusedTask(db, taskId)
      if (!task) return
      const recipients = await listEmailsWithTool(db, config.staff, 'approve_invoice')
      await mailer.send(refusalNoticeMail(config, { task, jobId }, recipients))
    }),
    handleJob(postBillJob, ({ taskId }) => postLater.postBill(taskId)),
    handleJob(settleBillJob, async ({ taskId }) => {
      if (await posting.settleBill(taskId)) return
      await jobs.send(db, settleBillJob, { taskId }, { startAfterSeconds: CLAIM_SECONDS })
    }),
    handleJob(attachFileJob, ({ taskId }) => attachFile(taskId)),
    handleJob(readChangesJob, (ids) => sync.readChanges(ids)),
    handleJob(catchUpJob, catchUp),
    handleJob(dailyJob, () => daily.run()),
  ]
}
