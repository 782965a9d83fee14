// Processes of a measurement: the real server, and what stands beside it.
import type { ChildProcess } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Sandbox } from '@invoice-desk/sandbox/start'
import { SERVER_PROGRAM, startNode, stop } from '../../../scripts/processes.mjs'

export const STAFF = 'sam.staff@harborfinch.example'
/** Of the measured desk: the bare one seals with it too. */
export const SECRET_KEY = Buffer.alloc(32, 1)
const READY_WITHIN_MS = 60_000

export type Running = {
  readonly url: string
  readonly process: ChildProcess
  readonly readyAfterMs: number
  stop(): Promise<void>
}

export const startServer = (
  sandbox: Pick<Sandbox, 'settings'>,
  port: number,
  env: Readonly<Record<string, string>>,
  output?: number,
): Promise<Running> => {
  const settings = {
    ...process.env,
    MODE: 'sandbox',
    LOG_LEVEL: 'warn',
    PUBLIC_URL: `http://localhost:${port}`,
    BUSINESS_NAME: 'Bench',
    CONTACT_EMAIL: 'bench@harborfinch.example',
    MAIL_FROM: 'bench@harborfinch.example',
    SECRET_KEY: SECRET_KEY.toString('base64'),
    STAFF_EMAILS: STAFF,
    REQUESTS_PER_MINUTE: '1000000000',
    ...Object.assign({}, ...Object.values(sandbox.settings)),
    ...env,
  }
  return start(SERVER_PROGRAM, port, '/api/health', settings, output)
}

const BARE_PROGRAM = fileURLToPath(new URL('./bare/main.ts', import.meta.url))
const SERVICES_PROGRAM = fileURLToPath(new URL('./services/main.ts', import.meta.url))

export const startBare = async (env: Readonly<Record<string, string>>): Promise<Running> =>
  start([BARE_PROGRAM], await freePort(), '/', { ...process.env, ...env })

export const startServices = async (): Promise<Running> =>
  start([SERVICES_PROGRAM], await freePort(), '/', process.env)

const start = async (
  program: readonly string[],
  port: number,
  health: string,
  env: NodeJS.ProcessEnv,
  output?: number,
): Promise<Running> => {
  const url = `http://localhost:${port}`
  const began = performance.now()
  const child = startNode(program, {
    env: { ...env, PORT: String(port) },
    ...(output === undefined ? {} : { output }),
  })
  await waitUntilReady(`${url}${health}`, child)
  return {
    url,
    process: child,
    readyAfterMs: performance.now() - began,
    stop: () => stop(child),
  }
}

const waitUntilReady = async (url: string, server: ChildProcess): Promise<void> => {
  const until = Date.now() + READY_WITHIN_MS
  while (Date.now() < until && server.exitCode === null) {
    const response = await fetch(url).catch(() => undefined)
    if (response?.ok) return
    await sleep(10)
  }
  throw new Error('the server did not become ready')
}

/** Bytes of memory it holds now, and the most it has held since `forgetPeak`. */
export const residentOf = async ({ pid }: ChildProcess): Promise<{ now: number; peak: number }> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const bytesOf = (name: string) =>
    Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) * 1_024
  return { now: bytesOf('VmRSS'), peak: bytesOf('VmHWM') }
}

export const forgetPeak = ({ pid }: ChildProcess): Promise<void> =>
  writeFile(`/proc/${pid}/clear_refs`, '5')

export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, 'localhost', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
