// Runs the jobs of the mail relay.
import type { Dependencies } from '../../dependencies.ts'
import { handleJob, type JobHandler } from '../../jobs/queue.ts'
import * as kinds from './job-kinds.ts'
import { createWithdrawnNotice } from './mailboxes/withdrawn-mail.ts'
import { createReport } from './sending/report.ts'
import { createSender } from './sending/send.ts'
import { createSweep } from './sending/sweep.ts'

export const relayJobs = (dependencies: Dependencies): JobHandler[] => {
  const send = createSender(dependencies)
  const report = createReport(dependencies)
  const notify = createWithdrawnNotice(dependencies)
  return [
    handleJob(kinds.relaySendJob, ({ messageId }) => send(messageId)),
    handleJob(kinds.relayReportJob, ({ deviceId }) => report(deviceId)),
    handleJob(kinds.relayWithdrawnJob, ({ mailboxId }, jobId) => notify(mailboxId, jobId)),
    handleJob(kinds.relaySweepJob, createSweep(dependencies)),
  ]
}
