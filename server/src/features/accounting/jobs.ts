// Runs the jobs of the QuickBooks connection and our copy.
import type { Dependencies } from '../../dependencies.ts'
import { handleJob, type JobHandler } from '../../jobs/queue.ts'
import { mailStaff } from '../../mail/staff-mail.ts'
import { listEmailsWithTool } from '../identity/queries.ts'
import { createCopyStore } from './copy/store.ts'
import { createCopySync } from './copy/sync.ts'
import { warnIfOld } from './copy/watch.ts'
import { createDaily } from './daily.ts'
import * as kinds from './job-kinds.ts'
import { connectionNotice } from './notices.ts'

export const accountingJobs = (dependencies: Dependencies): JobHandler[] => {
  const { config, database } = dependencies
  const refreshCopy = createCopySync(dependencies)
  const { readAnnounced } = createCopyStore(dependencies)
  return [
    handleJob(kinds.noticeJob, async (notice) => {
      const people = await listEmailsWithTool(database.db, config.staff, 'connections')
      await mailStaff(dependencies, people, connectionNotice(config, notice))
    }),
    handleJob(kinds.readAnnouncedJob, ({ realmId, announced }) =>
      readAnnounced(realmId, announced),
    ),
    handleJob(kinds.copyJob, async () => {
      await refreshCopy().finally(() => warnIfOld(dependencies))
    }),
    handleJob(kinds.dailyJob, createDaily(dependencies)),
  ]
}
