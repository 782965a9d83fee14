// Runs approval's jobs.
import type { Dependencies } from '../../dependencies.ts'
import { handleJob, type JobHandler } from '../../jobs/queue.ts'
import { approverNoticeJob } from '../bills/job-kinds.ts'
import { createApproverNotice } from './approver-notice.ts'
import { createMessageNotice } from './conversation/notify.ts'
import {
  absenceNoticeJob,
  messageMailJob,
  missedDocumentsJob,
  nudgeJob,
  reminderJob,
} from './job-kinds.ts'
import { createNudges } from './nudges/nudge.ts'
import { createAbsenceNotice } from './preferences/absence-notice.ts'

export const approvalJobs = (dependencies: Dependencies): JobHandler[] => {
  const { nudge, remind } = createNudges(dependencies)
  const { notifyApprovers, readMissed } = createApproverNotice(dependencies)
  return [
    handleJob(approverNoticeJob, notifyApprovers),
    handleJob(missedDocumentsJob, readMissed),
    handleJob(messageMailJob, createMessageNotice(dependencies)),
    handleJob(nudgeJob, nudge),
    handleJob(reminderJob, remind),
    handleJob(absenceNoticeJob, createAbsenceNotice(dependencies)),
  ]
}
