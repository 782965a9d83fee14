// Prepares a bare clone: Node 24, the packages and the built pages, each only when something has changed.
import { existsSync, rmSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { withLock } from './lock.mjs'
import { ROOT, run, runInPlace, runNpm, UserError } from './processes.mjs'
import { hashFiles, isStamped, listFiles, stamp } from './stamps.mjs'

const NODE_MAJOR = 24
const NODE_VERSION = '24.21.0'
/** Folders with a package.json. */
const WORKSPACES = ['.', 'contract', 'server', 'web', 'sandbox', 'testing', 'e2e', 'bench']
const NODE_FOLDER = join(ROOT, '.node')
const BUILD_WITHIN_MS = 180_000
const LOCK = join(ROOT, '.cache', 'prepare.lock')

/**
 * Makes sure that we run on Node 24 or newer. On an older Node, it installs one and runs the command again.
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
  await runInPlace(process.argv.slice(1), { node, env, ownGroup: false })
}

/** npm writes this file last, so it shows that the install finished. */
const isNodeInstalled = () => existsSync(join(NODE_FOLDER, 'node_modules', '.package-lock.json'))

/**
 * @param {string} name
 * @param {string} node
 */
const installNode = async (name, node) => {
  if (isNodeInstalled()) return
  console.log(
    `Node ${process.versions.node} is too old. Installing Node ${NODE_VERSION} into .node/ (first time only)…`,
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
  const { code } = await installOfflineFirst([...where, `${name}@${NODE_VERSION}`])
  const works = code === 0 && (await run(node, ['--version'], { quiet: true })).code === 0
  if (!works) {
    throw new UserError(
      `We couldn't install Node ${NODE_VERSION}. Install Node ${NODE_MAJOR} or newer and try again.`,
    )
  }
}

/**
 * The lock file has no addresses, so npm would ask the registry about each package, even those in its cache. What the
 * cache knows may be too old for a new version, so a failed install is tried again with the registry.
 * @param {readonly string[]} args
 */
const installOfflineFirst = async (args) => {
  const first = await runNpm(['install', '--prefer-offline', ...args])
  return first.code === 0 ? first : runNpm(['install', ...args])
}

/** Installs the packages in the lock file from scratch, because a killed install may have left partial files. */
export const installPackages = async () => {
  const manifests = WORKSPACES.map((folder) => join(folder, 'package.json'))
  const abi = `${process.platform} ${process.arch} ${process.versions.modules}`
  const hash = hashFiles([...manifests, 'package-lock.json'], abi)
  const installed = () => isStamped('node_modules', hash)
  if (installed()) return
  await withLock(LOCK, async () => {
    if (installed()) return
    console.log('Installing packages (about a minute; only when they change)…')
    for (const folder of WORKSPACES) {
      rmSync(join(ROOT, folder, 'node_modules'), { recursive: true, force: true })
    }
    // Not `npm ci`: it needs the lock file to list optional packages of platforms that the registry may not have.
    // `--include=dev`, because NODE_ENV=production would leave out what builds the pages.
    const { code } = await installOfflineFirst(['--no-save', '--include=dev', '--loglevel=error'])
    if (code !== 0)
      throw new UserError("We couldn't install the packages. See npm's message above.")
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
    console.log('Building the pages…')
    const { code } = await run('vite', ['build', '--logLevel', 'warn'], {
      cwd: join(ROOT, 'web'),
      // After some style sheet errors, Vite hangs instead of failing.
      timeout: BUILD_WITHIN_MS,
    })
    if (code !== 0) throw new UserError("We couldn't build the pages. See the message above.")
    stamp('web/dist', hash)
  })
}

/**
 * Runs a command. A UserError is printed as one message, any other error with its stack.
 * @param {() => Promise<unknown>} work
 */
export const command = async (work) => {
  try {
    await useRecentNode()
    await work()
  } catch (error) {
    console.error(error instanceof UserError ? `\n${error.message}` : error)
    process.exit(1)
  }
}
