// Runs the jobs of the file sweep.
import type { Dependencies } from '../../dependencies.ts'
import { handleJob, type JobHandler } from '../../jobs/queue.ts'
import { fileNoticeJob, sweepJob } from './sweep/job-kinds.ts'
import { sweepFiles } from './sweep/sweep.ts'
import { fileNoticeMail } from './sweep/sweep-mail.ts'

export const systemJobs = (dependencies: Dependencies): JobHandler[] => [
  handleJob(sweepJob, () => sweepFiles(dependencies)),
  handleJob(fileNoticeJob, (notice) =>
    dependencies.mailer.send(fileNoticeMail(dependencies.config, notice)),
  ),
]
