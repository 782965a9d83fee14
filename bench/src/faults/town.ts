// Where the fault runs happen: a database, the stand-ins, a company in QuickBooks, and an app that gets killed.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Sandbox, startSandbox } from '@invoice-desk/sandbox/start'
import { type AnyDesk, reachDesk, staffTokenOf } from '@invoice-desk/testing/app/any-desk'
import { NO_REQUEST_LIMIT } from '@invoice-desk/testing/app/settings'
import { type Books, openBooks } from '@invoice-desk/testing/quickbooks/books'
import { connectCompany, HARBOR, NO_RATE } from '@invoice-desk/testing/quickbooks/connect'
import pg from 'pg'
import { startPostgres } from '../../../scripts/lib/postgres.mjs'
import { type Control, createControl } from '../control.ts'
import { type Apps, createApps, reserveAddress } from './apps.ts'

export type Town = Apps & {
  readonly caller: AnyDesk
  readonly staffToken: string
  readonly sandbox: Sandbox
  readonly company: Books
  /** Payments that the sample books begin with. */
  readonly samplePayments: ReadonlySet<string>
  readonly pool: pg.Pool
  readonly control: Control
  close(): Promise<void>
}

export const openTown = async (
  env: Readonly<Record<string, string>> = {},
  processes = 1,
): Promise<Town> => {
  const undo: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    const postgres = await startPostgres()
    if (!postgres) throw new Error('the fault runs need PostgreSQL')
    undo.push(postgres.stop)
    const dataDir = await mkdtemp(join(tmpdir(), 'desk-faults-'))
    undo.push(() => rm(dataDir, { recursive: true, force: true }))
    const address = await reserveAddress(processes)
    undo.push(async () => address.balancer?.close())
    const { url } = address
    const sandbox = await startSandbox({ port: 0, smtpPort: 0, dataDir, appUrl: url })
    undo.push(sandbox.close)
    const apps = createApps(address, sandbox, {
      ...SETTINGS,
      DATA_DIR: dataDir,
      DATABASE_URL: postgres.url,
      ...env,
    })
    undo.push(async () => {
      for (let index = 0; index < processes; index += 1) await apps.kill()
    })
    await apps.start()
    const pool = new pg.Pool({ connectionString: postgres.url, max: 4 })
    undo.push(() => pool.end())
    const control = createControl(sandbox)
    await control('/quickbooks/switches/rate', NO_RATE)
    const caller = reachDesk(url, sandbox)
    const staffToken = await staffTokenOf(caller)
    await connectCompany(caller, staffToken, HARBOR)
    const company = await openBooks(sandbox)
    const samplePayments = await paymentIdsOf(control)
    return { caller, staffToken, sandbox, company, samplePayments, pool, control, close, ...apps }
  } catch (error) {
    await close()
    throw error
  }
}

const paymentIdsOf = async (control: Town['control']): Promise<Set<string>> => {
  const { quickbooks } = (await control('/state')) as { quickbooks: { payments: { Id: string }[] } }
  return new Set(quickbooks.payments.map(({ Id }) => Id))
}

const SETTINGS = {
  ...NO_REQUEST_LIMIT,
  LOG_LEVEL: 'fatal',
  TRUST_PROXY: 'loopback',
  RATE_LIMIT_FACTOR: '100000',
  PAYMENT_TIMEOUT_MS: '1500',
  QBO_TIMEOUT_MS: '1500',
  QBO_CALLS_PER_SECOND: '100000',
  QBO_CALLS_PER_MINUTE: '100000',
}
