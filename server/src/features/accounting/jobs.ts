// Runs accounting's jobs.
import type { Tool } from '@invoice-desk/contract/identity/tools'
import type { Dependencies } from '../../dependencies.ts'
import { handleJob, type JobHandler } from '../../jobs/queue.ts'
import { renderMail } from '../../mail/layout.ts'
import { ProviderError } from '../../providers/provider-error.ts'
import { listEmailsWithTool } from '../identity/queries.ts'
import { createCopyStore } from './copy/store.ts'
import { createCopySync } from './copy/sync.ts'
import { warnIfOld } from './copy/watch.ts'
import { createDaily } from './daily.ts'
import { createLinkMail } from './invoices/link-mail.ts'
import * as kinds from './job-kinds.ts'
import { connectionNotice, type Notice, refusalNotice, voidNotice } from './notices.ts'
import { createAttachFiles } from './posting/attach-files.ts'
import { createPostLater } from './posting/post-later.ts'
import { findRefusedTask } from './posting/post-later-queries.ts'
import { createPosting } from './posting/posting.ts'
import { CLAIM_SECONDS, listOpenTaskIds } from './queries.ts'
import { findBillToVoid } from './void-bills.ts'

const BILLS_PER_RUN = 50

export const accountingJobs = (dependencies: Dependencies): JobHandler[] => {
  const { config, database, jobs, log, mailer } = dependencies
  const { db } = database
  const posting = createPosting(dependencies)
  const refreshCopy = createCopySync(dependencies)
  const { readAnnounced } = createCopyStore(dependencies)
  const attachFiles = createAttachFiles(dependencies)
  const postLater = createPostLater(dependencies)

  /** Emails the people with this tool, or the business if there are none. */
  const notify = async (tool: Tool, { messageId, ...content }: Notice): Promise<void> => {
    const people = await listEmailsWithTool(db, config.staff, tool)
    const to = people.length > 0 ? people : [config.contactEmail]
    await mailer.send({ messageId, to, ...renderMail(config, content) })
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

  const keepCopyCurrent = async (): Promise<void> => {
    await refreshCopy().finally(() => warnIfOld(dependencies))
  }

  return [
    handleJob(kinds.noticeJob, (notice) => notify('connections', connectionNotice(config, notice))),
    handleJob(kinds.voidNoticeJob, async ({ taskId }) => {
      const bill = await findBillToVoid(db, taskId)
      if (bill) await notify('approve_invoice', voidNotice(config, bill))
    }),
    handleJob(kinds.refusalNoticeJob, async ({ taskId }, jobId) => {
      const task = await findRefusedTask(db, taskId)
      if (task) await notify('approve_invoice', refusalNotice(config, task, jobId))
    }),
    handleJob(kinds.customerLinkJob, async (invoice, jobId) => {
      const mail = await createLinkMail(dependencies, invoice, jobId)
      if (mail) await mailer.send(mail)
    }),
    handleJob(kinds.postBillJob, ({ taskId }) => postLater.postBill(taskId)),
    handleJob(kinds.settleBillJob, async ({ taskId }) => {
      if (await posting.settleBill(taskId)) return
      await jobs.send(db, kinds.settleBillJob, { taskId }, { startAfterSeconds: CLAIM_SECONDS })
    }),
    handleJob(kinds.attachFileJob, ({ taskId }) => attachFiles(taskId)),
    handleJob(kinds.readAnnouncedJob, ({ realmId, announced }) =>
      readAnnounced(realmId, announced),
    ),
    handleJob(kinds.copyJob, keepCopyCurrent),
    handleJob(kinds.catchUpJob, catchUp),
    handleJob(kinds.dailyJob, createDaily(dependencies)),
  ]
}
