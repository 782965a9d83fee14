// What a bare clone lacks: Node 24, the packages and the built pages. Each is made once and again only
// when what it is made from has changed.
import { existsSync, rmSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { withLock } from './lock.mjs'
import { become, Refusal, ROOT, run, runNpm } from './processes.mjs'
import { hashFiles, isStamped, listFiles, stamp } from './stamps.mjs'

const NODE_MAJOR = 24
const NODE_VERSION = '24.21.0'
/** The project's folders that have packages of their own. */
const ROOMS = ['.', 'contract', 'server', 'web', 'sandbox', 'testing', 'e2e', 'bench']
const NODE_FOLDER = join(ROOT, '.node')
const BUILD_WITHIN_MS = 180_000
const LOCK = join(ROOT, '.cache', 'prepare.lock')

/**
 * Goes on in Node 24 or newer: in an older one, the same command is run again under one of our own.
 */
const useRecentNode = async () => {
  if (Number.parseInt(process.versions.node, 10) >= NODE_MAJOR) return
  const platform = process.platform === 'win32' ? 'win' : process.platform
  const name = `node-${platform}-${process.arch}`
  const file = platform === 'win' ? 'node.exe' : 'node'
  const node = join(NODE_FOLDER, 'node_modules', name, 'bin', file)
  if (!isNodeInstalled()) await withLock(LOCK, () => installNode(name, node))
  const PATH = [dirname(node), process.env.PATH].join(delimiter)
  const env = { ...process.env, PATH }
  await become(process.argv.slice(1), { node, env, ownGroup: false })
}

/** npm writes this list last, so that a killed install is not taken for a whole one. */
const isNodeInstalled = () => existsSync(join(NODE_FOLDER, 'node_modules', '.package-lock.json'))

/**
 * @param {string} name
 * @param {string} node
 */
const installNode = async (name, node) => {
  if (isNodeInstalled()) return
  console.log(
    `This machine has Node ${process.versions.node}; bringing Node ${NODE_VERSION} into .node/ (first time only)…`,
  )
  const where = [
    '--prefix',
    NODE_FOLDER,
    '--no-save',
    '--no-workspaces',
    '--no-audit',
    '--no-fund',
    '--no-update-notifier',
    '--loglevel=error',
  ]
  rmSync(NODE_FOLDER, { recursive: true, force: true })
  const { code } = await runNpm(['install', ...where, `${name}@${NODE_VERSION}`])
  const works = code === 0 && (await run(node, ['--version'], { quiet: true })).code === 0
  if (!works) {
    throw new Refusal(
      `Node ${NODE_VERSION} could not be installed from the package registry for this machine. Please install Node ${NODE_MAJOR} or newer and try again.`,
    )
  }
}

/** Installs the packages as the lock file lists them, from nothing: a killed install may have left halves. */
export const installPackages = async () => {
  const manifests = ROOMS.map((folder) => join(folder, 'package.json'))
  const abi = `${process.platform} ${process.arch} ${process.versions.modules}`
  const hash = hashFiles([...manifests, 'package-lock.json'], abi)
  const installed = () => isStamped('node_modules', hash)
  if (installed()) return
  await withLock(LOCK, async () => {
    if (installed()) return
    console.log('Installing packages (the first time, and when they change; about a minute)…')
    for (const folder of ROOMS) {
      rmSync(join(ROOT, folder, 'node_modules'), { recursive: true, force: true })
    }
    // Not `npm ci`: it demands that the lock file lists optional packages of platforms the registry may not have.
    // Development packages are asked for, because NODE_ENV=production would leave out what builds the pages.
    const { code } = await runNpm(['install', '--no-save', '--include=dev', '--loglevel=error'])
    if (code !== 0) throw new Refusal('The packages could not be installed; npm says why above.')
    stamp('node_modules', hash)
  })
}

/** Builds the pages into web/dist. */
export const buildPages = async () => {
  const sources = listFiles(['web', 'contract/src']).filter((file) => !/\.test\.tsx?$/.test(file))
  const hash = hashFiles([...sources, 'package-lock.json'])
  const built = () => isStamped('web/dist', hash)
  if (built()) return
  await withLock(LOCK, async () => {
    if (built()) return
    console.log('Building the pages (they are new or have changed)…')
    const { code } = await run('vite', ['build', '--logLevel', 'warn'], {
      cwd: join(ROOT, 'web'),
      // Vite can wait for ever after an error in a style sheet's neighbour instead of failing.
      timeout: BUILD_WITHIN_MS,
    })
    if (code !== 0) throw new Refusal('The pages could not be built; the reason stands above.')
    stamp('web/dist', hash)
  })
}

/**
 * Runs a command's work; what the person can mend is one message, anything else keeps its stack.
 * @param {() => Promise<unknown>} work
 */
export const command = async (work) => {
  try {
    await useRecentNode()
    await work()
  } catch (error) {
    console.error(error instanceof Refusal ? `\n${error.message}` : error)
    process.exit(1)
  }
}
