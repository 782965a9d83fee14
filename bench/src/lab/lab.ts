// The app in one or more processes on PostgreSQL, with the sandbox, signed-in staff and a connected QuickBooks company.
import { closeSync, openSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Sandbox, startSandbox } from '@invoice-desk/sandbox/start'
import { type AnyDesk, reachDesk, staffTokenOf } from '@invoice-desk/testing/app/any-desk'
import { NO_QUICKBOOKS_LIMIT, NO_REQUEST_LIMIT } from '@invoice-desk/testing/app/settings'
import { TEST_PAGES } from '@invoice-desk/testing/app/test-desk'
import { type Books, openBooks } from '@invoice-desk/testing/quickbooks/books'
import { connectCompany, HARBOR, NO_RATE } from '@invoice-desk/testing/quickbooks/connect'
import { askSandbox } from '@invoice-desk/testing/sandbox/control'
import pg from 'pg'
import { startPostgres } from '../../../scripts/lib/postgres.mjs'
import { type Apps, createApps, reserveAddress } from './apps.ts'

type Env = Readonly<Record<string, string>>

export type Lab = Apps &
  AsyncDisposable & {
    /** Through the load balancer, if there is one; the header `x-process` chooses a process. */
    readonly caller: AnyDesk
    readonly staffToken: string
    readonly sandbox: Sandbox
    readonly company: Books
    readonly pool: pg.Pool
    readonly databaseUrl: string
    readonly settings: Env
    readonly relayPorts: readonly number[]
    /** Calls the sandbox; with a body it is a POST. */
    control(path: string, body?: Record<string, unknown>, method?: string): Promise<unknown>
    readLog(): Promise<string>
    close(): Promise<void>
  }

const SETTINGS = {
  ...NO_REQUEST_LIMIT,
  WEB_DIR: TEST_PAGES,
  TRUST_PROXY: 'loopback',
  ...NO_QUICKBOOKS_LIMIT,
}

export const openLab = async (processes: number, env: Env): Promise<Lab> => {
  await using stack = new AsyncDisposableStack()
  const postgres = await startPostgres()
  if (!postgres) throw new Error('this run needs PostgreSQL')
  stack.defer(postgres.stop)
  const dataDir = await mkdtemp(join(tmpdir(), 'desk-lab-'))
  stack.defer(() => rm(dataDir, { recursive: true, force: true }))
  const address = await reserveAddress(processes)
  stack.defer(() => address.balancer?.close())
  const { url } = address
  const sandbox = await startSandbox({ port: 0, smtpPort: 0, dataDir, appUrl: url })
  stack.defer(sandbox.close)
  const settings = {
    ...SETTINGS,
    DATA_DIR: dataDir,
    DATABASE_URL: postgres.url,
    PUBLIC_URL: url,
    ...env,
  }
  const logFile = join(dataDir, 'log')
  const output = openSync(logFile, 'a')
  stack.defer(() => closeSync(output))
  const apps = createApps(address, sandbox, settings, output)
  stack.defer(async () => {
    for (let index = 0; index < processes; index += 1) await apps.kill()
  })
  await apps.start()
  const pool = new pg.Pool({ connectionString: postgres.url, max: 4 })
  // A run may drop the database under its idle connections.
  pool.on('error', () => {})
  stack.defer(() => pool.end())
  const control: Lab['control'] = (path, body, method = body ? 'POST' : 'GET') =>
    askSandbox(sandbox, method, path, body)
  await control('/quickbooks/switches/rate', NO_RATE)
  const caller = reachDesk(url, sandbox)
  const staffToken = await staffTokenOf(caller)
  await connectCompany(caller, staffToken, HARBOR)
  const company = await openBooks(sandbox)
  const resources = stack.move()
  const close = () => resources.disposeAsync()
  return {
    ...apps,
    caller,
    staffToken,
    sandbox,
    company,
    pool,
    databaseUrl: postgres.url,
    settings,
    relayPorts: address.relayPorts,
    control,
    readLog: () => readFile(logFile, 'utf8'),
    close,
    [Symbol.asyncDispose]: close,
  }
}
