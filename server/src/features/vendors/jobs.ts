// Runs vendor management's jobs.
import type { Dependencies } from '../../dependencies.ts'
import { handleJob, type JobHandler } from '../../jobs/queue.ts'
import { unmappedMail, unmappedMailJob } from './mails.ts'

export const vendorJobs = ({ config, mailer }: Dependencies): JobHandler[] => [
  handleJob(unmappedMailJob, (unmapped) => mailer.send(unmappedMail(config, unmapped))),
]
