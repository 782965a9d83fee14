// Runs the jobs that no other feature takes part in.
import type { Dependencies } from '../../dependencies.ts'
import { handleJob, type JobHandler } from '../../jobs/queue.ts'
import { retentionJob } from './job-kinds.ts'
import { eraseExpired } from './retention/retention.ts'

export const billJobs = (dependencies: Dependencies): JobHandler[] => [
  handleJob(retentionJob, () => eraseExpired(dependencies)),
]
