// Starts the app in this process: a real port, its own database, and emulators of all external services.
import { fileURLToPath } from 'node:url'
import { type Sandbox, startSandbox } from '@invoice-desk/sandbox/start'
import { readConfig } from '@invoice-desk/server/config'
import { createDesk, type Desk } from '@invoice-desk/server/desk'
import { reservePort } from '../../../scripts/lib/ports.mjs'
import { type Caller, createCaller } from '../http/caller.ts'
import { within } from '../wait-for.ts'
import { createTestDatabase } from './database.ts'
import { createRows, type Rows } from './rows.ts'
import { deskSettings, NO_REQUEST_LIMIT } from './settings.ts'

/** Placeholder pages, which need no build. */
export const TEST_PAGES = fileURLToPath(new URL('../../web', import.meta.url))

export type TestDesk = Caller &
  AsyncDisposable & {
    readonly desk: Desk
    readonly sandbox: Sandbox
    readonly rows: Rows
    readonly dataDir: string
    close(): Promise<void>
  }

export const startTestDesk = async (env: Record<string, string> = {}): Promise<TestDesk> => {
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
    WEB_DIR: TEST_PAGES,
    ...database.env,
    ...env,
  })
  const desk = await within('starting the desk', createDesk(config))
  await within('releasing the port', release())
  await within('listening', desk.app.listen({ port, host: 'localhost' }))

  const close = async () => {
    await within('closing the app', desk.close())
    await within('closing the sandbox', sandbox.close())
    await within('dropping the database', database.drop())
  }
  return {
    ...createCaller(url),
    desk,
    sandbox,
    rows: createRows(desk.dependencies.database.db),
    dataDir: database.dataDir,
    close,
    [Symbol.asyncDispose]: close,
  }
}
