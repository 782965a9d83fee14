// Runs the jobs of the mail relay.
import type { Dependencies } from '../../dependencies.ts'
import type { JobHandler } from '../../jobs/queue.ts'
import { mailboxJobs } from './mailboxes/jobs.ts'
import { sendingJobs } from './sending/jobs.ts'

export const relayJobs = (dependencies: Dependencies): JobHandler[] => [
  ...mailboxJobs(dependencies),
  ...sendingJobs(dependencies),
]
