// Creating an embedded database takes seconds and copying one does not, so all test files copy the same one.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../src/db/client.ts'
import { migrateDatabase } from '../../src/db/migrate.ts'
import { startJobs } from '../../src/jobs/queue.ts'

export const setup = async (): Promise<(() => Promise<void>) | undefined> => {
  if (process.env.TEST_DATABASE_URL) return undefined
  const dataDir = await mkdtemp(join(tmpdir(), 'desk-template-'))
  const database = await openDatabase({ dataDir })
  await migrateDatabase(database.pool)
  const jobs = await startJobs(database, console)
  await jobs.stop()
  await database.close()
  process.env.TEST_TEMPLATE_DIR = join(dataDir, 'database')
  return () => rm(dataDir, { recursive: true, force: true })
}
