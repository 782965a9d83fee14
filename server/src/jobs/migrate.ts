// Creates and updates the job queue's tables as their owner, if the app's user may not.
import { setTimeout as sleep } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import { JOBS_SCHEMA, type JobLog } from './queue.ts'

const PAUSE_MS = 200

export const migrateJobs = async (connectionString: string, log: JobLog): Promise<void> => {
  // Neither supervises nor schedules: the app's user writes the rows that this would trust.
  const boss = new PgBoss({
    connectionString,
    max: 2,
    schema: JOBS_SCHEMA,
    supervise: false,
    schedule: false,
    application_name: 'invoice-desk-migration',
  })
  boss.on('error', (error) => log.error({ err: error }, 'migration of the job queue'))
  try {
    await boss.start()
    // An update may build indexes in the background.
    while (await isBuilding(boss)) await sleep(PAUSE_MS)
  } finally {
    await boss.stop({ graceful: false })
  }
}

const isBuilding = async (boss: PgBoss): Promise<boolean> =>
  (await boss.getBamEntries()).some(({ status }) => ['pending', 'in_progress'].includes(status))
