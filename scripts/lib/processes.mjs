// Starting, following and stopping other programs.
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
const WINDOWS = process.platform === 'win32'
const FOLLOW_PARENT = new URL('./follow-parent.mjs', import.meta.url).href
/**
 * The C library keeps what was freed, the more of it the more was held at once: compiling the embedded database's
 * parser alone would leave an idle desk a hundred megabytes heavier. Above this much it gives memory back.
 */
const KEPT_MEMORY = { MALLOC_TRIM_THRESHOLD_: '4000000' }
const PIPES = /** @type {const} */ (['pipe', 'pipe'])
const INHERITED = /** @type {const} */ (['inherit', 'inherit'])
const STOP_SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

/** A failure the person can do something about: shown as one message, without a stack. */
export class Refusal extends Error {}

/** @type {Set<ChildProcess>} */
const running = new Set()

/**
 * Runs a program to its end. With `quiet` its output is returned instead of shown; `onLine` gets each line of it.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, quiet?: boolean, onLine?: (line: string) => void, timeout?: number, uid?: number, gid?: number }} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export const run = (
  command,
  args,
  { cwd = ROOT, env = process.env, quiet, onLine, ...limits } = {},
) =>
  new Promise((resolve) => {
    listenForSignals()
    // The running Node and the installed tools come first, whatever else the machine has.
    const tools = [cwd, ROOT].map((folder) => join(folder, 'node_modules', '.bin'))
    const PATH = [dirname(process.execPath), ...tools, env.PATH].join(delimiter)
    const child = spawn(command, args, {
      ...limits,
      cwd,
      env: { ...env, PATH },
      stdio: ['ignore', ...(quiet || onLine ? PIPES : INHERITED)],
      // The tools in node_modules/.bin are command files on Windows, which only a shell can run.
      shell: WINDOWS && command !== process.execPath,
    })
    running.add(child)
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
 * Runs npm under this very Node: an older one would silently choose older packages.
 * @param {readonly string[]} args
 */
export const runNpm = (args) => {
  const cli = process.env.npm_execpath
  return cli?.endsWith('npm-cli.js') ? run(process.execPath, [cli, ...args]) : run('npm', args)
}

/**
 * Starts a Node process that goes on running beside us.
 * @param {readonly string[]} args
 * @param {{ env: NodeJS.ProcessEnv, node?: string, ownGroup?: boolean, output?: number | 'inherit' | 'pipe' }} options
 *   With `ownGroup`, Ctrl-C reaches it only through us: once, and in the right order. `output` is where its output
 *   goes, for example an open file; our own output by default.
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
 * Runs a Node process in our place: it gets our signals, and we end as it ends.
 * @param {readonly string[]} args
 * @param {{ env: NodeJS.ProcessEnv, node?: string, ownGroup?: boolean }} options
 * @returns {Promise<never>}
 */
export const become = async (args, options) => {
  const child = startNode(args, options)
  // A closed terminal is a reason to close as well, but few programs listen for it.
  onStopSignal((signal) => child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal))
  process.exit(await ended(child))
}

/**
 * @param {ChildProcess} child
 * @returns {Promise<number>} its exit code, also when it has ended before
 */
export const ended = (child) =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) {
      resolve(exitCode(child.exitCode, child.signalCode))
    }
    child.once('error', () => resolve(127))
    child.once('exit', (code, signal) => resolve(exitCode(code, signal)))
  })

/**
 * Asks a process to close, and ends it by force when it does not within the time given.
 * @param {ChildProcess} child
 * @param {{ signal?: NodeJS.Signals, patienceMs?: number }} [options]
 */
export const stop = async (child, { signal = 'SIGTERM', patienceMs = 30_000 } = {}) => {
  const end = ended(child)
  child.kill(signal)
  const force = setTimeout(() => child.kill('SIGKILL'), patienceMs)
  await end
  clearTimeout(force)
}

/**
 * Decides what a stop signal does from now on; it acts once, however often the signal arrives
 * (a terminal, npm and an older Node above us may each pass it on).
 * @param {(signal: NodeJS.Signals) => unknown} handler
 */
export const onStopSignal = (handler) => {
  listenForSignals()
  stopHandler = handler
}

/** @type {(signal: NodeJS.Signals) => unknown} */
let stopHandler = async (signal) => {
  await Promise.all([...running].map((child) => stop(child, { patienceMs: 5_000 })))
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
/** Not until there is something to stop: a test runner that only imports this handles its own signals. */
const listenForSignals = () => {
  if (listening) return
  listening = true
  for (const signal of STOP_SIGNALS) process.on(signal, onSignal)
  // npm passes a signal on to the shell it put between us, and the shell dies without passing it on.
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
 * How the server is run. Young objects get a small space of their own: V8's default would grow an idle
 * desk by a quarter for nothing, since its requests are short and its database does the work.
 */
export const SERVER_PROGRAM = [
  '--max-semi-space-size=4',
  '--import',
  new URL('./load-quickly.mjs', import.meta.url).href,
  join(ROOT, 'server/src/main.ts'),
]
