// A database of its own for each test file: embedded, or on the PostgreSQL server that the test command started.
import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

export type TestDatabase = { env: Record<string, string>; dataDir: string; drop(): Promise<void> }

export const createTestDatabase = async (): Promise<TestDatabase> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'desk-'))
  const removeDir = () => rm(dataDir, { recursive: true, force: true })
  const server = process.env.TEST_DATABASE_URL
  if (!server) {
    const template = process.env.TEST_TEMPLATE_DIR
    if (template) await cp(template, join(dataDir, 'database'), { recursive: true })
    return { env: { DATA_DIR: dataDir }, dataDir, drop: removeDir }
  }

  const name = `desk_${randomUUID().replaceAll('-', '')}`
  await administer(server, `CREATE DATABASE ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    env: { DATA_DIR: dataDir, DATABASE_URL: url.href },
    dataDir,
    drop: async () => {
      await administer(server, `DROP DATABASE ${name} WITH (FORCE)`)
      await removeDir()
    },
  }
}

const administer = async (server: string, statement: string): Promise<void> => {
  const client = new pg.Client(server)
  await client.connect()
  await client.query(statement)
  await client.end()
}
