// Starts and stops other programs.
import { spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { countEndedProgram } from './cpu-time.mjs'

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
const WINDOWS = process.platform === 'win32'
const FOLLOW_PARENT = new URL('./follow-parent.mjs', import.meta.url).href
/**
 * The C library keeps freed memory: compiling the embedded database alone would cost an idle server 100 MB. Above this
 * threshold it returns memory to the system.
 */
const KEPT_MEMORY = { MALLOC_TRIM_THRESHOLD_: '4000000' }
const PIPES = /** @type {const} */ (['pipe', 'pipe'])
const INHERITED = /** @type {const} */ (['inherit', 'inherit'])
const STOP_SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

/** An error that the user can fix. It's shown as one message, without a stack. */
export class UserError extends Error {}

/** @type {Set<ChildProcess>} */
const running = new Set()

/**
 * Runs a program and waits for it. With `quiet` its output is returned and not shown; `onLine` gets each line. With a
 * `niceness`, it leaves the processor to others.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, quiet?: boolean, onLine?: (line: string) => void, niceness?: number, timeout?: number, uid?: number, gid?: number }} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export const run = (
  command,
  args,
  { cwd = ROOT, env = process.env, quiet, onLine, niceness = 0, ...limits } = {},
) =>
  new Promise((resolve) => {
    listenForSignals()
    // This Node and the installed tools come before those of the machine.
    const tools = [cwd, ROOT].map((folder) => join(folder, 'node_modules', '.bin'))
    const PATH = [dirname(process.execPath), ...tools, env.PATH].join(delimiter)
    const child = spawn(command, args, {
      ...limits,
      cwd,
      env: { ...env, PATH },
      stdio: ['ignore', ...(quiet || onLine ? PIPES : INHERITED)],
      // On Windows, only a shell can run the command files in node_modules/.bin.
      shell: WINDOWS && command !== process.execPath,
    })
    running.add(child)
    if (niceness > 0 && child.pid) setPriority(child.pid, niceness)
    child.once('exit', countEndedProgram)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue
      stream.setEncoding('utf8').on('data', (text) => {
        output += text
      })
      if (onLine) createInterface(stream).on('line', onLine)
    }
    child.once('error', (error) => resolve({ code: 127, output: error.message }))
    child.once('close', (code, signal) => resolve({ code: exitCode(code, signal), output }))
    child.once('close', () => running.delete(child))
  })

/**
 * Runs npm with this Node, because an older one would choose older packages.
 * @param {readonly string[]} args
 * @param {Parameters<typeof run>[2]} [options]
 */
export const runNpm = (args, options) => {
  const cli = process.env.npm_execpath
  return cli?.endsWith('npm-cli.js')
    ? run(process.execPath, [cli, ...args], options)
    : run('npm', args, options)
}

/**
 * Starts a Node process in the background.
 * @param {readonly string[]} args
 * @param {{ env: NodeJS.ProcessEnv, node?: string, ownGroup?: boolean, output?: number | 'inherit' | 'pipe' }} options
 *   With `ownGroup`, Ctrl-C reaches it only through us, so that processes stop in the right order. `output` is where
 *   its output goes, for example an open file; our own output by default.
 */
export const startNode = (
  args,
  { env, node = process.execPath, ownGroup = true, output = 'inherit' },
) =>
  spawn(node, ['--import', FOLLOW_PARENT, ...args], {
    cwd: ROOT,
    env: { ...KEPT_MEMORY, ...env },
    detached: ownGroup && !WINDOWS,
    windowsHide: true,
    stdio: ['ignore', output, output, 'ipc'],
  })

/**
 * Runs a Node process, passes our signals on, and exits with its exit code.
 * @param {readonly string[]} args
 * @param {{ env: NodeJS.ProcessEnv, node?: string, ownGroup?: boolean }} options
 * @returns {Promise<never>}
 */
export const runInPlace = async (args, options) => {
  const child = startNode(args, options)
  // Few programs handle SIGHUP, which a closed terminal sends.
  onStopSignal((signal) => child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal))
  process.exit(await waitForExit(child))
}

/**
 * @param {ChildProcess} child
 * @returns {Promise<number>} the exit code, even if it has already exited
 */
export const waitForExit = (child) =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) {
      resolve(exitCode(child.exitCode, child.signalCode))
    }
    child.once('error', () => resolve(127))
    child.once('exit', (code, signal) => resolve(exitCode(code, signal)))
  })

/**
 * Asks a process to stop, and kills it after the timeout.
 * @param {ChildProcess} child
 * @param {{ signal?: NodeJS.Signals, timeoutMs?: number }} [options]
 */
export const stop = async (child, { signal = 'SIGTERM', timeoutMs = 30_000 } = {}) => {
  const end = waitForExit(child)
  child.kill(signal)
  const force = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
  await end
  clearTimeout(force)
}

/**
 * Sets the handler of stop signals. It runs once, because a terminal, npm and a parent Node may each send the signal.
 * @param {(signal: NodeJS.Signals) => unknown} handler
 */
export const onStopSignal = (handler) => {
  listenForSignals()
  stopHandler = handler
}

/** @type {(signal: NodeJS.Signals) => unknown} */
let stopHandler = async (signal) => {
  await Promise.all([...running].map((child) => stop(child, { timeoutMs: 5_000 })))
  process.exit(exitCode(null, signal))
}

let stopping = false
/** @param {NodeJS.Signals} signal */
const onSignal = (signal) => {
  if (stopping) return
  stopping = true
  stopHandler(signal)
}

let listening = false
/**
 * Stops child processes and exits on a signal. Called with the first child process, because a test runner that only
 * imports this file handles its own signals.
 */
export const listenForSignals = () => {
  if (listening) return
  listening = true
  for (const signal of STOP_SIGNALS) process.on(signal, onSignal)
  // npm sends signals to its shell, which dies without passing them on to us.
  const shell = process.ppid
  const watchShell = () => process.ppid !== shell && onSignal('SIGTERM')
  if (process.env.npm_lifecycle_event && !process.channel) setInterval(watchShell, 250).unref()
}

/**
 * @param {number | null} code
 * @param {NodeJS.Signals | null} signal
 */
const exitCode = (code, signal) => code ?? 128 + (signal ? constants.signals[signal] : 0)

/**
 * How the server is run. A young generation of half the usual size keeps it 100 MB smaller under load, at a few percent
 * more CPU time.
 */
export const SERVER_PROGRAM = [
  '--max-semi-space-size=8',
  '--import',
  new URL('./load-quickly.mjs', import.meta.url).href,
  join(ROOT, 'server/src/main.ts'),
]
