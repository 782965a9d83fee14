// The database that tests copy: migrating an empty one takes seconds, a copy doesn't.
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrateDatabase } from '@invoice-desk/server/db/migrate'
import { openDatabase } from '@invoice-desk/server/db/open'
import { startJobs } from '@invoice-desk/server/jobs/queue'
import { ROOT } from '../../../scripts/lib/processes.mjs'
import { hashFiles, listFiles } from '../../../scripts/lib/stamps.mjs'
import { addDatabase } from './database.ts'

/** For the test runner: makes the template before the first test file. */
export const setup = async (): Promise<(() => Promise<void>) | undefined> => {
  const server = process.env.TEST_DATABASE_URL
  if (!server) {
    process.env.TEST_TEMPLATE = await getEmbeddedTemplate()
    return undefined
  }
  const { name, url, drop } = await addDatabase(server)
  await fill({ dataDir: tmpdir(), databaseUrl: url })
  process.env.TEST_TEMPLATE = name
  return drop
}

/** Kept until the tables or the packages change, so that all steps of a test run share one. */
export const getEmbeddedTemplate = async (): Promise<string> => {
  const cache = join(ROOT, '.cache', 'template')
  const sources = listFiles(['server/src/db', 'server/src/jobs'])
  const template = join(cache, hashFiles([...sources, 'package-lock.json']).slice(0, 16))
  if (existsSync(template)) return template
  await mkdir(cache, { recursive: true })
  for (const old of await readdir(cache)) await rm(join(cache, old), { recursive: true })
  const folder = await mkdtemp(join(ROOT, '.cache', 'new-template-'))
  await fill({ dataDir: folder })
  // Another process may have been quicker; its template is the same.
  await rename(join(folder, 'database'), template).catch(() => {})
  await rm(folder, { recursive: true, force: true })
  return template
}

const fill = async (where: { dataDir: string; databaseUrl?: string }): Promise<void> => {
  const database = await openDatabase(where)
  await migrateDatabase(database.pool)
  const jobs = await startJobs(database, console, () => 'UTC')
  await jobs.stop()
  await database.close()
}

// For the browser tests, whose runner would compile the server's modules a second time.
if (import.meta.main) console.log(await getEmbeddedTemplate())
