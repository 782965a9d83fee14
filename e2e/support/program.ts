// A Node program of ours running beside the tests: started, waited for, read and stopped.
import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
// A killed test run must not leave servers behind.
const FOLLOW_PARENT = new URL('../../scripts/follow-parent.mjs', import.meta.url).href
const READY_WITHIN_MS = 180_000
const STOP_WITHIN_MS = 30_000
const LOG_LENGTH_MAX = 200_000

export type Program = {
  /** What it wrote so far, the newest part of it. */
  log(): string
  stop(): Promise<void>
}

type ProgramOptions = {
  readonly name: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Answers 200 as soon as it can be used. */
  readonly readyUrl: string
}

/** Runs a program to its end, which must be a good one. */
export const runProgram = async (options: Omit<ProgramOptions, 'readyUrl'>): Promise<void> => {
  const { child, ended, log } = spawnNode(options)
  await ended
  if (child.exitCode !== 0) throw new Error(`The ${options.name} failed:\n${log()}`)
}

export const startProgram = async (options: ProgramOptions): Promise<Program> => {
  const { child, ended, log } = spawnNode(options)
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    const force = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS)
    await ended
    clearTimeout(force)
  }
  const until = Date.now() + READY_WITHIN_MS
  while (!(await answers(options.readyUrl))) {
    if (child.exitCode === null && Date.now() < until) continue
    await stop()
    throw new Error(`The ${options.name} did not become ready:\n${log()}`)
  }
  return { log, stop }
}

const spawnNode = ({ args, env }: Omit<ProgramOptions, 'readyUrl'>) => {
  const flags = ['--import', FOLLOW_PARENT, '--disable-warning=ExperimentalWarning']
  const child = spawn(process.execPath, [...flags, ...args], {
    cwd: ROOT,
    // Nothing of the person's own settings reaches it.
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let log = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      log = (log + text).slice(-LOG_LENGTH_MAX)
    })
  }
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return { child, ended, log: () => log }
}

const PAUSE_MS = 50

const answers = async (url: string): Promise<boolean> => {
  const answer = await fetch(url, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined)
  if (answer?.ok) return true
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  return false
}

// Below the ports that the system gives to outgoing connections, so that none of those takes it meanwhile.
const PORTS = { from: 20_000, count: 12_000 }

export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = PORTS.from + Math.floor(Math.random() * PORTS.count)
    if (await isFree(port)) return port
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, 'localhost', () => probe.close(() => resolve(true)))
  })
