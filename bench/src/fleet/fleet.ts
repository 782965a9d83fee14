// Several processes of the desk on one PostgreSQL, with files in an S3 server of their own, behind a load balancer.
import { closeSync, openSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Sandbox, startSandbox } from '@invoice-desk/sandbox/start'
import { type AnyDesk, reachDesk, staffTokenOf } from '@invoice-desk/testing/app/any-desk'
import { startS3 } from '@invoice-desk/testing/app/s3-server'
import { type ServerProcess, startServer } from '@invoice-desk/testing/app/server-process'
import { NO_REQUEST_LIMIT } from '@invoice-desk/testing/app/settings'
import { TEST_PAGES } from '@invoice-desk/testing/app/test-desk'
import { type Books, openBooks } from '@invoice-desk/testing/quickbooks/books'
import { connectCompany, HARBOR, NO_RATE } from '@invoice-desk/testing/quickbooks/connect'
import pg from 'pg'
import { freePort } from '../../../scripts/lib/ports.mjs'
import { startPostgres } from '../../../scripts/lib/postgres.mjs'
import { type Control, createControl } from '../control.ts'
import { startBalancer } from './balancer.ts'

export type Fleet = {
  /** Through the load balancer; the header `x-process` chooses a process. */
  readonly caller: AnyDesk
  readonly sandbox: Sandbox
  readonly company: Books
  readonly processes: readonly ServerProcess[]
  readonly pool: pg.Pool
  readonly databaseUrl: string
  /** Where the S3 server keeps its files. */
  readonly bucketDir: string
  readonly staff: string
  readonly settings: Readonly<Record<string, string>>
  /** What the sandbox offers to a person or a test. */
  readonly control: Control
  /** All that the processes have written so far. */
  readLog(): Promise<string>
  close(): Promise<void>
}

const SETTINGS = {
  ...NO_REQUEST_LIMIT,
  WEB_DIR: TEST_PAGES,
  TRUST_PROXY: 'loopback',
  QBO_CALLS_PER_SECOND: '100000',
  QBO_CALLS_PER_MINUTE: '100000',
}

export const openFleet = async (
  count: number,
  env: Readonly<Record<string, string>> = {},
): Promise<Fleet> => {
  const undo: (() => unknown)[] = []
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    const postgres = await startPostgres()
    if (!postgres) throw new Error('several processes need PostgreSQL')
    undo.push(postgres.stop)
    const dataDir = await mkdtemp(join(tmpdir(), 'desk-fleet-'))
    undo.push(() => rm(dataDir, { recursive: true, force: true }))
    const s3 = await startS3()
    undo.push(s3.close)
    const balancer = await startBalancer()
    undo.push(balancer.close)
    const { url } = balancer
    const sandbox = await startSandbox({ port: 0, smtpPort: 0, dataDir, appUrl: url })
    undo.push(sandbox.close)
    const settings = {
      ...SETTINGS,
      ...s3.env,
      DATA_DIR: dataDir,
      DATABASE_URL: postgres.url,
      PUBLIC_URL: url,
      ...env,
    }
    const logFile = join(dataDir, 'log')
    const output = openSync(logFile, 'a')
    undo.push(() => closeSync(output))
    // All at once: only one of them migrates, and the others wait for it.
    const ports = await Promise.all(Array.from({ length: count }, freePort))
    const started = await Promise.allSettled(
      ports.map((port) => startServer(sandbox, port, settings, output)),
    )
    const processes = started.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    undo.push(() => Promise.all(processes.map(({ stop }) => stop())))
    if (processes.length < count) throw new Error(await readFile(logFile, 'utf8'))
    balancer.use(ports)
    const pool = new pg.Pool({ connectionString: postgres.url, max: 4 })
    undo.push(() => pool.end())
    const control = createControl(sandbox)
    await control('/quickbooks/switches/rate', NO_RATE)
    const caller = reachDesk(url, sandbox)
    const staff = await staffTokenOf(caller)
    await connectCompany(caller, staff, HARBOR)
    return {
      caller,
      sandbox,
      company: await openBooks(sandbox),
      processes,
      pool,
      databaseUrl: postgres.url,
      bucketDir: s3.directory,
      staff,
      settings,
      control,
      readLog: () => readFile(logFile, 'utf8'),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
