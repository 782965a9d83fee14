// Runs the jobs of accounts: welcome emails, and forgetting sessions and permissions that can't be used anymore.
import { z } from 'zod'
import type { Dependencies } from '../../dependencies.ts'
import { handleJob, type JobHandler, type JobKind } from '../../jobs/queue.ts'
import { createSessions } from './sessions/service.ts'
import { welcomeJobs } from './welcome/jobs.ts'

export const sweepSessionsJob = {
  name: 'session-sweep',
  data: z.unknown(),
  cron: '30 * * * *',
  retryLimit: 0,
} as const satisfies JobKind

export const identityJobs = (dependencies: Dependencies): JobHandler[] => [
  handleJob(sweepSessionsJob, () => createSessions(dependencies).sweep()),
  ...welcomeJobs(dependencies),
]
