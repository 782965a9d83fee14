// `npm start`: the whole product on a bare clone, with a stand-in for every service that has no settings.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  ended,
  onStopSignal,
  Refusal,
  ROOT,
  SERVER_PROGRAM,
  startNode,
  stop,
} from './lib/processes.mjs'
import { unstamp } from './lib/stamps.mjs'
import { buildPages, command, installPackages } from './lib/toolchain.mjs'
import { printStart } from './start/report.mjs'
import {
  checkPort,
  keepSecretKey,
  openDataDirectory,
  readPort,
  readSettings,
  SAMPLE_BUSINESS,
  SAMPLE_SENDER,
  SAMPLE_STAFF,
  SERVICES,
} from './start/settings.mjs'

/** @typedef {import('./start/settings.mjs').Settings} Settings */
/** @typedef {{ name: string, child: import('node:child_process').ChildProcess }} Part */

const READY_WITHIN_MS = 120_000
const dev = process.argv.includes('--dev')
const startedAt = Date.now()
// The folder is not emptied at each build: the server watches the manifest inside it.
const PAGES_WATCH = [
  join(ROOT, 'node_modules/vite/bin/vite.js'),
  'build',
  'web',
  '--watch',
  '--emptyOutDir=false',
  '--logLevel',
  'warn',
]

/** What runs beside us, in the order it was started. @type {Part[]} */
const parts = []
let stopping = false

/**
 * The server closes first, while the services it may still be talking to are there.
 * @param {number} code
 */
const stopAll = async (code) => {
  if (stopping) return
  stopping = true
  for (const { child } of [...parts].reverse()) await stop(child)
  process.exit(code)
}

/**
 * @param {string} name
 * @param {readonly string[]} args
 * @param {Settings} env
 */
const startPart = (name, args, env) => {
  const child = startNode(['--disable-warning=ExperimentalWarning', ...args], { env })
  parts.push({ name, child })
  ended(child).then((code) => {
    if (stopping) return
    console.error(
      `\nThe ${name} stopped by itself (exit code ${code}). Its own message stands above.`,
    )
    stopAll(1)
  })
}

/**
 * @param {readonly string[]} program
 * @param {readonly string[]} folders whose changes restart it in development
 */
const watched = (program, folders) => [
  ...(dev ? ['--watch-preserve-output', ...folders.map((path) => `--watch-path=${path}`)] : []),
  ...program,
]

/**
 * Asks until the answer is 200.
 * @param {string} name
 * @param {string} url
 * @returns {Promise<Response>}
 */
const waitFor = async (name, url) => {
  const until = Date.now() + READY_WITHIN_MS
  while (Date.now() < until && !stopping) {
    const answer = await fetch(url, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined)
    if (answer?.ok) return answer
    await sleep(100)
  }
  if (stopping) return new Promise(() => {})
  throw new Refusal(`The ${name} was not ready within ${READY_WITHIN_MS / 1000} seconds.`)
}

/**
 * Fills an empty desk before its server starts; done once, a desk is left as people leave it.
 * @param {Settings} env the server's own
 */
const plantSamples = async (env) => {
  if (existsSync(join(env.DATA_DIR ?? '', 'sandbox', 'sample-data'))) return
  const program = join(ROOT, 'scripts/samples/main.ts')
  const child = startNode(['--disable-warning=ExperimentalWarning', program], { env })
  parts.push({ name: 'sample data', child })
  const code = await ended(child)
  parts.pop()
  if (code !== 0 && !stopping) console.error('\nThe sample data could not be written.')
}

/** @param {Settings} given */
const checkSettings = async (given) => {
  const host = given.HOST ?? 'localhost'
  const port = readPort(given, 'PORT', 3000)
  const sandboxPort = readPort(given, 'SANDBOX_PORT', port + 1)
  const needsSandbox = SERVICES.some(({ variable }) => given[variable] === undefined)
  if (port === sandboxPort) throw new Refusal(`PORT and SANDBOX_PORT are both ${port}.`)
  await checkPort('PORT', port, host)
  if (needsSandbox) await checkPort('SANDBOX_PORT', sandboxPort, 'localhost')
  return { host, port, sandboxPort, needsSandbox, dataDirectory: openDataDirectory(given) }
}

/** @param {Settings} given */
const start = async (given) => {
  const { host, port, sandboxPort, needsSandbox, dataDirectory } = await checkSettings(given)
  await installPackages()
  await buildPages()

  onStopSignal(() => stopAll(0))
  const common = {
    ...given,
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    HOST: host,
    DATA_DIR: dataDirectory,
    PUBLIC_URL: given.PUBLIC_URL ?? `http://localhost:${port}`,
  }
  const sandboxUrl = `http://localhost:${sandboxPort}`
  /** @type {Record<string, Settings>} */
  let offered = {}
  if (needsSandbox) {
    startPart('sandbox', watched([join(ROOT, 'sandbox/src/main.ts')], ['sandbox/src']), common)
    const answer = await waitFor('sandbox', `${sandboxUrl}/settings`)
    offered = JSON.parse(await answer.text())
  }
  // Whoever has given one setting of a service means the real one, and is told which others it lacks.
  const standIns = Object.entries(offered).filter(([, settings]) =>
    Object.keys(settings).every((name) => given[name] === undefined),
  )
  const sandboxed = new Set(standIns.map(([name]) => name))

  const server = {
    LOG_LEVEL: 'warn',
    SECRET_KEY: keepSecretKey(dataDirectory),
    ...SAMPLE_BUSINESS,
    ...(sandboxed.has('google') && SAMPLE_STAFF),
    ...(sandboxed.has('mail') && SAMPLE_SENDER),
    ...common,
    ...Object.assign({}, ...standIns.map(([, settings]) => settings)),
    MODE: 'sandbox',
    SANDBOX_URL: sandboxed.size > 0 ? sandboxUrl : '',
  }
  // The sample vendors are those of the sandbox's own company.
  if (sandboxed.has('quickbooks')) await plantSamples(server)
  if (dev) {
    // From here on the pages are whatever was last saved, so the next start builds them anew.
    unstamp('web/dist')
    startPart('build of the pages', PAGES_WATCH, common)
  }
  const program = watched(SERVER_PROGRAM, ['server/src', 'contract/src', 'web/dist/.vite'])
  startPart('server', program, server)
  const reachable = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host
  await waitFor('server', `http://${reachable}:${port}/api/health`)
  printStart({ settings: common, sandboxed, sandboxUrl, seconds: (Date.now() - startedAt) / 1000 })
}

await command(async () => {
  try {
    await start(readSettings())
  } catch (error) {
    console.error(error instanceof Refusal ? `\n${error.message}` : error)
    await stopAll(1)
  }
})
