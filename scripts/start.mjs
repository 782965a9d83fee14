// `npm start`: the whole product on a bare clone, with an emulator for every service that has no settings.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  onStopSignal,
  ROOT,
  SERVER_PROGRAM,
  startNode,
  stop,
  UserError,
  waitForExit,
} from './lib/processes.mjs'
import { unstamp } from './lib/stamps.mjs'
import { buildPages, command, installPackages } from './lib/toolchain.mjs'
import { printStart } from './start/report.mjs'
import {
  checkPort,
  openDataDirectory,
  readOrCreateSecretKey,
  readPort,
  readRelayPorts,
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
// Builds don't empty the folder, because the server watches the manifest inside it.
const PAGES_WATCH = [
  join(ROOT, 'node_modules/vite/bin/vite.js'),
  'build',
  'web',
  '--watch',
  '--emptyOutDir=false',
  '--logLevel',
  'warn',
]

/** The processes we started, in that order. @type {Part[]} */
const parts = []
let stopping = false

/**
 * Stops the server first, because it may still be calling the others.
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
  waitForExit(child).then((code) => {
    if (stopping) return
    console.error(`\nThe ${name} stopped unexpectedly (exit code ${code}). See its message above.`)
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
 * Polls until the answer is 200.
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
  throw new UserError(`The ${name} didn't start within ${READY_WITHIN_MS / 1000} seconds.`)
}

/**
 * Adds sample data to an empty database, before its server starts and only once.
 * @param {Settings} env of the server
 */
const addSamples = async (env) => {
  if (existsSync(join(env.DATA_DIR ?? '', 'sandbox', 'sample-data'))) return
  const program = join(ROOT, 'scripts/samples/main.ts')
  const child = startNode(['--disable-warning=ExperimentalWarning', program], { env })
  parts.push({ name: 'sample data', child })
  const code = await waitForExit(child)
  parts.pop()
  if (code !== 0 && !stopping)
    console.error("\nWe couldn't add the sample data. Invoice Desk starts without it.")
}

/** @param {Settings} given */
const checkSettings = async (given) => {
  const host = given.HOST ?? 'localhost'
  const port = readPort(given, 'PORT', 3000)
  const sandboxPort = readPort(given, 'SANDBOX_PORT', port + 1)
  const needsSandbox = SERVICES.some(({ variable }) => given[variable] === undefined)
  if (port === sandboxPort)
    throw new UserError(`PORT and SANDBOX_PORT are both ${port}. Choose different ports.`)
  await checkPort('PORT', port, host)
  // The mail relay needs a certificate, and the sandbox has one.
  const relay = needsSandbox || given.SMTP_RELAY_CERT ? readRelayPorts(given, port) : {}
  const mailPort = Number(given.SMTP_PORT ?? sandboxPort + 1)
  for (const [name, at] of Object.entries(relay)) {
    if (needsSandbox && [sandboxPort, mailPort].includes(Number(at)))
      throw new UserError(`${name} is ${at}, which the sandbox needs. Choose another port.`)
    await checkPort(name, Number(at), given.SMTP_RELAY_LISTEN ?? host)
  }
  if (needsSandbox) await checkPort('SANDBOX_PORT', sandboxPort, 'localhost')
  return { host, port, relay, sandboxPort, needsSandbox, dataDirectory: openDataDirectory(given) }
}

/** @param {Settings} given */
const start = async (given) => {
  const { host, port, relay, sandboxPort, needsSandbox, dataDirectory } = await checkSettings(given)
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
  // If any setting of a service is given, the real one is used; the server reports which others are missing.
  const emulated = Object.entries(offered).filter(([, settings]) =>
    Object.keys(settings).every((name) => given[name] === undefined),
  )
  const sandboxed = new Set(emulated.map(([name]) => name))

  const server = {
    LOG_LEVEL: 'warn',
    SECRET_KEY: readOrCreateSecretKey(dataDirectory),
    ...SAMPLE_BUSINESS,
    ...(sandboxed.has('google') && SAMPLE_STAFF),
    ...(sandboxed.has('mail') && SAMPLE_SENDER),
    ...common,
    ...((sandboxed.has('mail-relay') || given.SMTP_RELAY_CERT) && relay),
    ...Object.assign({}, ...emulated.map(([, settings]) => settings)),
    MODE: 'sandbox',
    SANDBOX_URL: sandboxed.size > 0 ? sandboxUrl : '',
  }
  // The sample vendors are those of the sandbox's company.
  if (sandboxed.has('quickbooks')) await addSamples(server)
  if (dev) {
    // The watcher changes the pages, so the next start has to build them again.
    unstamp('web/dist')
    startPart('page build', PAGES_WATCH, common)
  }
  const program = watched(SERVER_PROGRAM, ['server/src', 'contract/src', 'web/dist/.vite'])
  startPart('server', program, server)
  const reachable = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host
  await waitFor('server', `http://${reachable}:${port}/api/health`)
  printStart({ settings: server, sandboxed, sandboxUrl, seconds: (Date.now() - startedAt) / 1000 })
}

await command(async () => {
  try {
    await start(readSettings())
  } catch (error) {
    console.error(error instanceof UserError ? `\n${error.message}` : error)
    await stopAll(1)
  }
})
