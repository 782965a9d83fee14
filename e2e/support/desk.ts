// Starts the real server with the built pages, and the real sandbox, each as a process on a free port.
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProgram } from '@invoice-desk/testing/app/program'
import { startServer } from '@invoice-desk/testing/app/server-process'
import { deskSettings, NO_QUICKBOOKS_LIMIT } from '@invoice-desk/testing/app/settings'
import { createCaller } from '@invoice-desk/testing/http/caller'
import { BUSINESS, CONTACT } from '@invoice-desk/testing/people'
import { NO_RATE } from '@invoice-desk/testing/quickbooks/connect'
import { askSandbox, type SandboxSite, setFault } from '@invoice-desk/testing/sandbox/control'
import type { Mail } from '@invoice-desk/testing/sandbox/mailbox'
import { freePort } from '../../scripts/lib/ports.mjs'
import { ROOT, run } from '../../scripts/lib/processes.mjs'

export type Fault = {
  readonly provider: 'google' | 'mail' | 'quickbooks' | 'stripe' | 'paypal' | 'human-check'
  /** Part of `METHOD /path?query` below the emulator's path; without it, every call matches. */
  readonly match?: string
  readonly mode: 'error' | 'timeout' | 'timeout-after' | 'cut' | 'throttle' | 'expire-token'
  readonly times?: number
}

export type Desk = Awaited<ReturnType<typeof startDesk>>

/** Starts with an empty database, or with the sample vendors, bills and purchases. */
export const startDesk = async ({ samples = false } = {}) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'desk-e2e-'))
  const { TEST_TEMPLATE: template } = process.env
  if (template) await cp(template, join(dataDir, 'database'), { recursive: true })
  const [port, sandboxPort] = [await freePort(), await freePort()]
  const relay = { port: await freePort(), tlsPort: await freePort() }
  const [url, sandboxUrl] = [`http://localhost:${port}`, `http://localhost:${sandboxPort}`]
  const common = { DATA_DIR: dataDir, PUBLIC_URL: url }

  const sandboxProgram = await startProgram({
    name: 'sandbox',
    args: [join(ROOT, 'sandbox/src/main.ts')],
    env: { ...common, SANDBOX_PORT: String(sandboxPort), SMTP_PORT: '0' },
    readyUrl: `${sandboxUrl}/settings`,
  })
  const ask = <T = unknown>(method: string, path: string, body?: unknown): Promise<T> =>
    askSandbox<T>({ url: sandboxUrl }, method, path, body)
  const sandbox: SandboxSite = { url: sandboxUrl, settings: await ask('GET', '/settings') }

  const env = {
    ...common,
    MAIL_FROM: `${BUSINESS} <${CONTACT}>`,
    // Each test has its own IP address, so that they don't share rate limits.
    TRUST_PROXY: 'loopback',
    // Tests shouldn't wait for each other's calls to QuickBooks.
    ...NO_QUICKBOOKS_LIMIT,
    SMTP_RELAY_PORT: String(relay.port),
    SMTP_RELAY_TLS_PORT: String(relay.tlsPort),
    ...(process.env.WEB_DIR && { WEB_DIR: process.env.WEB_DIR }),
  }
  const cleanUp = async () => {
    await sandboxProgram.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  if (samples) await addSamples({ ...deskSettings({ port, sandbox }), ...env })
  const server = await startServer(sandbox, port, env).catch(async (error) => {
    await cleanUp()
    throw error
  })

  return {
    ...createCaller(url),
    sandbox,
    sandboxUrl,
    relay,
    /** Calls the sandbox and returns the JSON answer. */
    ask,
    mails: () => ask<Mail[]>('GET', '/mail/messages'),
    /** The state of all emulators, in the providers' field names. */
    state: () => ask<Record<string, unknown>>('GET', '/state'),
    addFault: (fault: Fault) => setFault({ sandbox }, fault),
    /** Removes faults and rate limits. Runs before each test. */
    clearFaults: async () => {
      await ask('DELETE', '/faults')
      // Otherwise, the tests' own calls to QuickBooks would use up the app's rate limit.
      await ask('POST', '/quickbooks/switches/rate', NO_RATE)
    },
    /** Resets all emulators to their sample data. */
    reset: () => ask('POST', '/reset'),
    log: () => `── sandbox\n${sandboxProgram.log()}\n── server\n${server.log()}`,
    close: async () => {
      await server.stop()
      await cleanUp()
    },
  }
}

const addSamples = async (env: Readonly<Record<string, string>>) => {
  const program = join(ROOT, 'scripts/samples/main.ts')
  const { code, output } = await run(process.execPath, [program], { env, quiet: true })
  if (code !== 0) throw new Error(`Adding the sample data failed:\n${output}`)
}
