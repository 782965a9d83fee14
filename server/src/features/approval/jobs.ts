// Runs approval's jobs.
import type { Dependencies } from '../../dependencies.ts'
import { handleJob, type JobHandler } from '../../jobs/queue.ts'
import { dailyMailJob, delegateNoticeJob, escalationMailJob, nudgeJob } from './job-kinds.ts'
import { delegateMail } from './nudges/mails.ts'
import { createNudges } from './nudges/nudge.ts'
import { listPreferences } from './preferences/queries.ts'
import { listApprovers } from './rules/queries.ts'

export const approvalJobs = (dependencies: Dependencies): JobHandler[] => {
  const { config, database, mailer } = dependencies
  const { db } = database
  const { nudge, sendDaily, sendEscalation } = createNudges(dependencies)

  return [
    handleJob(nudgeJob, nudge),
    handleJob(dailyMailJob, sendDaily),
    handleJob(escalationMailJob, sendEscalation),
    handleJob(delegateNoticeJob, async ({ email, ...absence }, jobId) => {
      const { absences } = await listPreferences(db)
      // They may have changed their plans since.
      if (absences.get(email)?.delegate !== absence.delegate) return
      const approvers = await listApprovers(db, config)
      const name = approvers.find((approver) => approver.email === email)?.name || email
      await mailer.send(delegateMail(config, { email, name, jobId, ...absence }))
    }),
  ]
}
