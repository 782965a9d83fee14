// Runs the job that cleans up after imports whose process died.
import { z } from 'zod'
import type { Dependencies } from '../../dependencies.ts'
import { handleJob, type JobHandler, type JobKind } from '../../jobs/queue.ts'
import { createImport } from './import/import.ts'

export const sweepImportsJob = {
  name: 'retailer-sweep',
  data: z.unknown(),
  cron: '10 * * * *',
  retryLimit: 0,
} as const satisfies JobKind

export const retailerJobs = (dependencies: Dependencies): JobHandler[] => [
  handleJob(sweepImportsJob, () => createImport(dependencies).sweep()),
]
