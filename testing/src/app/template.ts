// Filling an empty database takes seconds and copying a filled one does not, so all test files copy the same one.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@invoice-desk/server/db/client'
import { migrateDatabase } from '@invoice-desk/server/db/migrate'
import { startJobs } from '@invoice-desk/server/jobs/queue'
import { addDatabase } from './database.ts'

export const setup = async (): Promise<() => Promise<void>> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'desk-template-'))
  const server = process.env.TEST_DATABASE_URL
  const added = server ? await addDatabase(server) : undefined
  const database = await openDatabase({ dataDir, databaseUrl: added?.url })
  await migrateDatabase(database.pool)
  const jobs = await startJobs(database, console, 'UTC')
  await jobs.stop()
  await database.close()
  process.env.TEST_TEMPLATE = added?.name ?? join(dataDir, 'database')
  return async () => {
    await added?.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
