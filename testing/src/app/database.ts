// A new database for each test file: embedded, or on the PostgreSQL server of the test run.
import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

export type TestDatabase = { env: Record<string, string>; dataDir: string; drop(): Promise<void> }

export const createTestDatabase = async (): Promise<TestDatabase> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'desk-'))
  const removeDir = () => rm(dataDir, { recursive: true, force: true })
  const { TEST_DATABASE_URL: server, TEST_TEMPLATE: template } = process.env
  if (!server) {
    if (template) await cp(template, join(dataDir, 'database'), { recursive: true })
    return { env: { DATA_DIR: dataDir }, dataDir, drop: removeDir }
  }
  const { url, drop } = await addDatabase(server, template)
  return {
    env: { DATA_DIR: dataDir, DATABASE_URL: url },
    dataDir,
    drop: async () => {
      await drop()
      await removeDir()
    },
  }
}

/** On a server: empty, or a copy of another one. */
export const addDatabase = async (server: string, template = 'template1') => {
  const name = `desk_${randomUUID().replaceAll('-', '')}`
  await administer(server, `CREATE DATABASE ${name} TEMPLATE ${template}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  const drop = () => administer(server, `DROP DATABASE ${name} WITH (FORCE)`)
  return { name, url: url.href, drop }
}

const administer = async (server: string, statement: string): Promise<void> => {
  const client = new pg.Client(server)
  await client.connect()
  await client.query(statement)
  await client.end()
}
