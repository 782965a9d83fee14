// Runs accounting's jobs.
import type { Tool } from '@invoice-desk/contract/tools'
import type { Dependencies } from '../../dependencies.ts'
import { handleJob, type JobHandler } from '../../jobs/queue.ts'
import { ProviderError } from '../../providers/provider-error.ts'
import { listEmailsWithTool } from '../identity/queries.ts'
import * as kinds from './job-kinds.ts'
import { createAdoption } from './posting/adoption.ts'
import { createAttachFile } from './posting/attach-file.ts'
import { createPostLater } from './posting/post-later.ts'
import { findRefusedTask } from './posting/post-later-queries.ts'
import { createPosting } from './posting/posting.ts'
import { CLAIM_SECONDS, listOpenTaskIds } from './queries.ts'
import { createDaily } from './sync/daily.ts'
import { noticeMail, refusalNoticeMail, voidNoticeMail } from './sync/notices.ts'
import { createSync } from './sync/sync.ts'
import { findBillToVoid } from './voiding/queries.ts'

const BILLS_PER_RUN = 50

export const accountingJobs = (dependencies: Dependencies): JobHandler[] => {
  const { config, database, jobs, log, mailer } = dependencies
  const { db } = database
  const posting = createPosting(dependencies)
  const sync = createSync(dependencies)
  const adopt = createAdoption(dependencies)
  const attachFile = createAttachFile(dependencies)
  const postLater = createPostLater(dependencies)
  const recipientsWith = (tool: Tool) => listEmailsWithTool(db, config.staff, tool)

  /** Resumes bills whose own jobs failed, for example before a reconnection. */
  const catchUp = async (): Promise<void> => {
    await postLater.resumeBills(BILLS_PER_RUN)
    try {
      for (const taskId of await listOpenTaskIds(db, BILLS_PER_RUN))
        await posting.settleBill(taskId)
      await adopt(1)
      await sync.catchUp()
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      log.warn({ kind: error.kind, message: error.message }, 'QuickBooks sync failed, will retry')
    }
  }

  return [
    handleJob(kinds.noticeJob, async (notice) =>
      mailer.send(noticeMail(config, notice, await recipientsWith('connections'))),
    ),
    handleJob(kinds.voidNoticeJob, async ({ taskId }) => {
      const bill = await findBillToVoid(db, taskId)
      if (!bill) return
      await mailer.send(voidNoticeMail(config, bill, await recipientsWith('approve_invoice')))
    }),
    handleJob(kinds.refusalNoticeJob, async ({ taskId }, jobId) => {
      const task = await findRefusedTask(db, taskId)
      if (!task) return
      const recipients = await recipientsWith('approve_invoice')
      await mailer.send(refusalNoticeMail(config, { task, jobId }, recipients))
    }),
    handleJob(kinds.postBillJob, ({ taskId }) => postLater.postBill(taskId)),
    handleJob(kinds.settleBillJob, async ({ taskId }) => {
      if (await posting.settleBill(taskId)) return
      await jobs.send(db, kinds.settleBillJob, { taskId }, { startAfterSeconds: CLAIM_SECONDS })
    }),
    handleJob(kinds.attachFileJob, ({ taskId }) => attachFile(taskId)),
    handleJob(kinds.readChangesJob, sync.readChanges),
    handleJob(kinds.catchUpJob, catchUp),
    handleJob(kinds.dailyJob, createDaily(dependencies)),
  ]
}
