// Endpoints for staff to see and retry failed jobs.
import { listFailedJobs, retryFailedJob } from '@invoice-desk/contract/system'
import { AppError } from '../app-error.ts'
import { recordEvent } from '../db/audit.ts'
import type { Dependencies } from '../dependencies.ts'
import type { Bind } from '../http/bind.ts'
import { findFailedJobQueue, listFailedJobRows } from './queries.ts'

export const jobRoutes = (bind: Bind, { database: { db }, jobs }: Dependencies): void => {
  bind(listFailedJobs, async () => ({
    jobs: (await listFailedJobRows(db)).map((row) => ({
      id: row.id,
      queue: row.queue,
      failedAt: row.failed_at.toISOString(),
      attempts: row.attempts,
      reason: reasonOf(row.output),
    })),
  }))

  bind(retryFailedJob, async ({ body, caller }) => {
    const queue = await findFailedJobQueue(db, body.id)
    if (queue === undefined) throw new AppError('job_unknown')
    await jobs.retry(queue, body.id)
    await recordEvent(db, {
      actor: caller.email,
      action: 'job_retried',
      subject: { kind: 'job', id: body.id },
      details: { queue },
    })
    return { queued: true as const }
  })
}

const reasonOf = (output: unknown): string =>
  typeof output === 'object' && output !== null && 'message' in output
    ? String(output.message)
    : 'No reason was recorded.'
