// Runs approval's jobs.
import type { Dependencies } from '../../dependencies.ts'
import { handleJob, type JobHandler } from '../../jobs/queue.ts'
import { absenceNoticeJob, nudgeJob, reminderJob } from './job-kinds.ts'
import { createNudges } from './nudges/nudge.ts'
import { createAbsenceNotice } from './preferences/absence-notice.ts'

export const approvalJobs = (dependencies: Dependencies): JobHandler[] => {
  const { nudge, remind } = createNudges(dependencies)
  return [
    handleJob(nudgeJob, nudge),
    handleJob(reminderJob, remind),
    handleJob(absenceNoticeJob, createAbsenceNotice(dependencies)),
  ]
}
