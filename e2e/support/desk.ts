// A whole desk: the real server with the built pages, and the real sandbox, each a process on a free port.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ADMIN, BUSINESS, CONTACT, STAFF } from './people.ts'
import { freePort, runProgram, startProgram } from './program.ts'

/** A mail as the sandbox's mailbox shows it. */
export type Mail = {
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly links: readonly string[]
  readonly date: string
}

export type Fault = {
  readonly provider: 'google' | 'mail' | 'quickbooks' | 'stripe' | 'paypal' | 'human-check'
  /** Part of `METHOD /path?query` below the stand-in's own path; every call without it. */
  readonly match?: string
  readonly mode: 'error' | 'timeout' | 'timeout-after' | 'cut' | 'throttle' | 'expire-token'
  readonly times?: number
}

export type Desk = Awaited<ReturnType<typeof startDesk>>

const ID_TOKEN_SECONDS = 3_600

type DeskOptions = {
  /** Environment variables of the server beside those that every desk has. */
  readonly settings?: Readonly<Record<string, string>>
  /** With the vendors, bills and purchases of a trial start; without, everything is empty. */
  readonly samples?: boolean
}

export const startDesk = async ({ settings = {}, samples = false }: DeskOptions = {}) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'desk-e2e-'))
  const [port, sandboxPort] = [await freePort(), await freePort()]
  const [url, sandboxUrl] = [`http://localhost:${port}`, `http://localhost:${sandboxPort}`]
  const common = { DATA_DIR: dataDir, PUBLIC_URL: url }

  const sandbox = await startProgram({
    name: 'sandbox',
    args: ['sandbox/src/main.ts'],
    env: { ...common, SANDBOX_PORT: String(sandboxPort), SMTP_PORT: '0' },
    readyUrl: `${sandboxUrl}/settings`,
  })
  const ask = async <T = unknown>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await fetch(sandboxUrl + path, {
      method,
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`)
    return JSON.parse(text || 'null')
  }

  const standIns = await ask<Record<string, Record<string, string>>>('GET', '/settings')
  const env = {
    ...common,
    MODE: 'sandbox',
    LOG_LEVEL: 'warn',
    PORT: String(port),
    SANDBOX_URL: sandboxUrl,
    BUSINESS_NAME: BUSINESS,
    CONTACT_EMAIL: CONTACT,
    MAIL_FROM: `${BUSINESS} <${CONTACT}>`,
    SECRET_KEY: Buffer.alloc(32, 5).toString('base64'),
    STAFF_EMAILS: STAFF.email,
    ADMIN_EMAILS: ADMIN.email,
    // Each test comes from an address of its own, or they would use up each other's rate limits.
    TRUST_PROXY: 'true',
    ...(process.env.WEB_DIR && { WEB_DIR: process.env.WEB_DIR }),
    ...Object.assign({}, ...Object.values(standIns)),
    ...settings,
  }
  const startServer = () =>
    startProgram({
      name: 'server',
      args: ['server/src/main.ts'],
      env,
      readyUrl: `${url}/api/health`,
    })
  const forget = async () => {
    await sandbox.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  if (samples) await runProgram({ name: 'sample data', args: ['scripts/sample-data.ts'], env })
  let server = await startServer().catch(async (error) => {
    await forget()
    throw error
  })

  return {
    url,
    sandboxUrl,
    /** Asks the sandbox anything; the answer's JSON. */
    ask,
    mails: () => ask<Mail[]>('GET', '/mail/messages'),
    /** Everything the stand-ins hold, in the providers' own field names. */
    state: () => ask<Record<string, unknown>>('GET', '/state'),
    addFault: (fault: Fault) => ask('POST', '/faults', fault),
    /** How long sign-ins from now on last. */
    setIdTokenSeconds: (idTokenSeconds: number) =>
      ask('POST', '/google/settings', { idTokenSeconds }),
    /** No faults, and sign-ins that last; what the services hold stays. Runs before every test. */
    calm: async () => {
      await ask('DELETE', '/faults')
      // What tests prepare in the company would use up the calls that the desk may make.
      await ask('POST', '/quickbooks/switches/rate', { perSecond: 0, perMinute: 0 })
      await ask('POST', '/google/settings', { idTokenSeconds: ID_TOKEN_SECONDS })
    },
    /** Every stand-in back to its sample data; the desk keeps its own. */
    reset: () => ask('POST', '/reset'),
    /** The same desk in a new process: what it knew only in memory is gone. */
    restartServer: async () => {
      await server.stop()
      server = await startServer()
    },
    log: () => `── sandbox\n${sandbox.log()}\n── server\n${server.log()}`,
    close: async () => {
      await server.stop()
      await forget()
    },
  }
}
