// Runs the jobs of customers' invoices.
import type { Dependencies } from '../../dependencies.ts'
import { handleJob, type JobHandler } from '../../jobs/queue.ts'
import { customerLinkJob } from './job-kinds.ts'
import { createLinkMail } from './link-mail.ts'

export const customerInvoiceJobs = (dependencies: Dependencies): JobHandler[] => [
  handleJob(customerLinkJob, async (invoice, jobId) => {
    const mail = await createLinkMail(dependencies, invoice, jobId)
    if (mail) await dependencies.mailer.send(mail)
  }),
]
