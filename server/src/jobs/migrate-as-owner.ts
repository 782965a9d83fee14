// Migrates as the user in MIGRATION_DATABASE_URL, which owns the tables, and gives the app's user its rights. That
// connection is closed before the app serves anything.
import { setTimeout as sleep } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import { checkAppRole, grantToApp } from '../db/app-role.ts'
import type { Database } from '../db/client.ts'
import { migrateDatabase } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import { JOBS_SCHEMA, type JobLog } from './queue.ts'

const PAUSE_MS = 200

/** The app's user writes these names, and the owner's updates of the job queue put them into statements. */
const RESET_QUEUES = `DO $$ BEGIN
  IF to_regclass('${JOBS_SCHEMA}.queue') IS NOT NULL THEN
    UPDATE ${JOBS_SCHEMA}.queue SET partition = false, table_name = 'job_common'
    WHERE partition OR table_name <> 'job_common';
  END IF;
END $$`

export const migrateAsOwner = async (
  databaseUrl: string,
  app: Database,
  log: JobLog,
): Promise<void> => {
  const role = await checkAppRole(app.pool)
  const owner = await openDatabase({ databaseUrl, dataDir: '' })
  try {
    await migrateDatabase(owner.pool)
    await owner.pool.query(RESET_QUEUES)
    await migrateJobs(databaseUrl, log)
    await grantToApp(owner.pool, role)
  } finally {
    await owner.close()
  }
}

/** Creates and updates the job queue's tables. */
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
