// Runs the jobs for the messages of the mail relay.
import type { Dependencies } from '../../../dependencies.ts'
import { handleJob, type JobHandler } from '../../../jobs/queue.ts'
import { relayReportJob, relaySendJob, relaySweepJob } from '../job-kinds.ts'
import { createReport } from './report.ts'
import { createSender } from './send.ts'
import { createSweep } from './sweep.ts'

export const sendingJobs = (dependencies: Dependencies): JobHandler[] => {
  const send = createSender(dependencies)
  const report = createReport(dependencies)

  return [
    handleJob(relaySendJob, ({ messageId }) => send(messageId)),
    handleJob(relayReportJob, ({ deviceId }) => report(deviceId)),
    handleJob(relaySweepJob, createSweep(dependencies)),
  ]
}
