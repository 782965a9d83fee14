// Runs the jobs that add bills to QuickBooks, settle postings, and tell staff what's left to do.
import type { Dependencies } from '../../dependencies.ts'
import { handleJob, type JobHandler } from '../../jobs/queue.ts'
import { mailStaff, type StaffNotice } from '../../mail/staff-mail.ts'
import { ProviderError } from '../../providers/provider-error.ts'
import { attachFileJob, postBillJob, voidNoticeJob } from '../bills/job-kinds.ts'
import { listEmailsWithTool } from '../identity/queries.ts'
import { createAttachFiles } from './attach-files.ts'
import { catchUpJob, refusalNoticeJob, settleBillJob } from './job-kinds.ts'
import { refusalNotice, voidNotice } from './notices.ts'
import { createPostLater } from './post-later.ts'
import { findRefusedTask } from './post-later-queries.ts'
import { createPosting } from './posting.ts'
import { CLAIM_SECONDS, listOpenTaskIds } from './queries.ts'
import { findBillToVoid } from './void-bills.ts'

const BILLS_PER_RUN = 50

export const postingJobs = (dependencies: Dependencies): JobHandler[] => {
  const { config, database, jobs, log } = dependencies
  const { db } = database
  const posting = createPosting(dependencies)
  const attachFiles = createAttachFiles(dependencies)
  const postLater = createPostLater(dependencies)

  const tellApprovers = async (notice: StaffNotice): Promise<void> => {
    const people = await listEmailsWithTool(db, config.staff, 'approve_invoice')
    await mailStaff(dependencies, people, notice)
  }

  /** Resumes bills whose own jobs failed, for example before a reconnection. */
  const catchUp = async (): Promise<void> => {
    await postLater.resumeBills(BILLS_PER_RUN)
    try {
      for (const taskId of await listOpenTaskIds(db, BILLS_PER_RUN))
        await posting.settleBill(taskId)
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      log.warn({ kind: error.kind, message: error.message }, 'QuickBooks failed, will retry')
    }
  }

  return [
    handleJob(voidNoticeJob, async ({ taskId }) => {
      const bill = await findBillToVoid(db, taskId)
      if (bill) await tellApprovers(voidNotice(config, bill))
    }),
    handleJob(refusalNoticeJob, async ({ taskId }, jobId) => {
      const task = await findRefusedTask(db, taskId)
      if (task) await tellApprovers(refusalNotice(config, task, jobId))
    }),
    handleJob(postBillJob, ({ taskId }) => postLater.postBill(taskId)),
    handleJob(settleBillJob, async ({ taskId }) => {
      if (await posting.settleBill(taskId)) return
      await jobs.send(db, settleBillJob, { taskId }, { startAfterSeconds: CLAIM_SECONDS })
    }),
    handleJob(attachFileJob, ({ taskId }) => attachFiles(taskId)),
    handleJob(catchUpJob, catchUp),
  ]
}
