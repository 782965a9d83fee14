// Starts the app in this process: a real port, its own database, and emulators of all external services.
import { fileURLToPath } from 'node:url'
import { type Sandbox, startSandbox } from '@invoice-desk/sandbox/start'
import { createServer, type RunningServer } from '@invoice-desk/server/server'
import { readConfig } from '@invoice-desk/server/settings/config'
import { reservePort } from '../../../scripts/lib/ports.mjs'
import { type Caller, createCaller } from '../http/caller.ts'
import { NO_RATE } from '../quickbooks/connect.ts'
import { askSandbox } from '../sandbox/control.ts'
import { within } from '../wait-for.ts'
import { createTestDatabase } from './database.ts'
import { prepareToEmpty } from './empty-desk.ts'
import { createRows, type Rows } from './rows.ts'
import { deskSettings, NO_QUICKBOOKS_LIMIT, NO_REQUEST_LIMIT } from './settings.ts'

/** Placeholder pages, which need no build. */
export const TEST_PAGES = fileURLToPath(new URL('../../web', import.meta.url))

export type TestDesk = Caller &
  AsyncDisposable & {
    readonly desk: RunningServer
    readonly sandbox: Sandbox
    readonly rows: Rows
    readonly dataDir: string
    /** Gives the app back; another test file may use it. */
    close(): Promise<void>
    /** Ends the app, also if it no longer works. */
    stop(): Promise<void>
  }

/** Settings of many test files. Their apps are used again: starting one takes longer than most tests. */
const COMMON = new Set(['QBO_TIMEOUT_MS', 'PAYMENT_TIMEOUT_MS', 'RATE_LIMIT_FACTOR'])

/** One for each usual combination of these settings. More would take memory and connections. */
const IDLE_MAX = 4

type RunningDesk = Omit<
  TestDesk,
  'close' | 'stop' | typeof Symbol.asyncDispose | 'call' | 'signIn'
> & {
  readonly settings: string
  empty(): Promise<void>
  stop(): Promise<void>
}

/** Apps of this process that no test file uses right now. */
const idle: RunningDesk[] = []

/**
 * An app with an empty database: a new one, or one that an earlier test file has closed. QuickBooks has no rate limits
 * until a test resets the sandbox.
 */
export const startTestDesk = async (env: Record<string, string> = {}): Promise<TestDesk> => {
  const settings = JSON.stringify(env)
  const at = idle.findIndex((each) => each.settings === settings)
  const [used] = at < 0 ? [] : idle.splice(at, 1)
  if (used) await within('emptying the app', used.empty())
  const running = used ?? (await startApp(env, settings))
  await askSandbox(running.sandbox, 'POST', '/quickbooks/switches/rate', NO_RATE)
  const close = () =>
    giveBack(
      running,
      Object.keys(env).every((name) => COMMON.has(name)),
    )
  return {
    ...createCaller(running.url),
    desk: running.desk,
    sandbox: running.sandbox,
    rows: running.rows,
    dataDir: running.dataDir,
    stop: running.stop,
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** Fails in the test file that broke the app. */
const giveBack = async (running: RunningDesk, isCommon: boolean): Promise<void> => {
  if (!isCommon || !running.desk.app.server.listening) return running.stop()
  try {
    await within('emptying the app', running.empty())
    const health = await fetch(`${running.url}/api/health`)
    if (!health.ok) throw new Error(`it answers ${health.status}: ${await health.text()}`)
  } catch (error) {
    await running.stop()
    throw new Error('These tests broke their app', { cause: error })
  }
  idle.push(running)
  if (idle.length > IDLE_MAX) await idle.shift()?.stop()
}

const startApp = async (env: Record<string, string>, settings: string): Promise<RunningDesk> => {
  const database = await within('creating the database', createTestDatabase())
  const { port, release } = await reservePort()
  const url = `http://localhost:${port}`
  const sandbox = await within(
    'starting the sandbox',
    startSandbox({ port: 0, smtpPort: 0, dataDir: database.dataDir, appUrl: url }),
  )
  const config = readConfig({
    ...deskSettings({ port, sandbox }),
    LOG_LEVEL: 'silent',
    TRUST_PROXY: 'loopback',
    ...NO_REQUEST_LIMIT,
    ...NO_QUICKBOOKS_LIMIT,
    WEB_DIR: TEST_PAGES,
    ...database.env,
    ...env,
  })
  const desk = await within('starting the desk', createServer(config))
  await within('releasing the port', release())
  await within('listening', desk.app.listen({ port, host: 'localhost' }))

  return {
    url,
    settings,
    desk,
    sandbox,
    rows: createRows(desk.dependencies.database.db),
    dataDir: database.dataDir,
    empty: await prepareToEmpty({ desk, sandbox, dataDir: database.dataDir, url }),
    stop: async () => {
      await within('closing the app', desk.close())
      await within('closing the sandbox', sandbox.close())
      await within('dropping the database', database.drop())
    },
  }
}
