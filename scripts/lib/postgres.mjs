// Starts a PostgreSQL server for tests, with a new cluster in a temporary folder.
import { spawn } from 'node:child_process'
import { chownSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { countEndedProgram } from './cpu-time.mjs'
import { findProgram, installDebianPackage } from './debian.mjs'
import { freePort } from './ports.mjs'
import { run, stop, waitForExit } from './processes.mjs'
import { WORKERS } from './workers.mjs'

const DEBIAN_FOLDER = '/usr/lib/postgresql'
const READY_WITHIN_MS = 30_000
/** For the apps of a test worker; some files start several. */
const CONNECTIONS_EACH = 200

/**
 * @param {Readonly<Record<string, string>>} [settings] additional server settings
 * @returns {Promise<{ url: string, stop: () => Promise<void> } | undefined>} undefined if there is no PostgreSQL
 */
export const startPostgres = async (settings = {}) => {
  const binaries = await getPostgres()
  if (!binaries) return undefined
  const owner = await findOwner()
  const folder = mkdtempSync(join(tmpdir(), 'invoice-desk-postgres-'))
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid)
  const remove = () => rmSync(folder, { recursive: true, force: true })
  const init = [
    '-D',
    folder,
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--no-locale',
    '--no-sync',
  ]
  const { code, output } = await run(join(binaries, 'initdb'), init, {
    quiet: true,
    cwd: folder,
    ...owner,
  })
  if (code !== 0) {
    remove()
    console.log(output.trim())
    return undefined
  }
  const port = await freePort()
  const options = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: String(CONNECTIONS_EACH * WORKERS),
    // The data is temporary, so there's no need to wait for the disk.
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    wal_level: 'minimal',
    max_wal_senders: '0',
    checkpoint_timeout: '1h',
    max_wal_size: '8GB',
    // The tables are small, so compiling a query takes longer than running it.
    jit: 'off',
    log_min_messages: 'panic',
    ...settings,
  }
  const flags = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = spawn(join(binaries, 'postgres'), ['-D', folder, '-p', String(port), ...flags], {
    ...owner,
    cwd: folder,
    stdio: 'ignore',
  })
  server.once('exit', countEndedProgram)
  const killAtExit = () => server.kill('SIGQUIT')
  process.once('exit', killAtExit)
  const ready = await Promise.race([accepts(binaries, port), waitForExit(server).then(() => false)])
  const close = async () => {
    // SIGINT is a fast shutdown, which disconnects clients.
    await stop(server, { signal: 'SIGINT' })
    process.removeListener('exit', killAtExit)
    remove()
  }
  if (ready) return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, stop: close }
  await close()
  return undefined
}

/** @returns {Promise<string | undefined>} the folder of its programs; undefined if there is none and we may not install it */
export const getPostgres = async () =>
  findPostgres() ?? ((await installDebianPackage('postgresql')) ? findPostgres() : undefined)

/** The folder of the newest PostgreSQL on this machine. */
const findPostgres = () => {
  const initdb = findProgram(['initdb'], debianFolders())
  return initdb && dirname(initdb)
}

export const debianFolders = () => {
  try {
    const versions = readdirSync(DEBIAN_FOLDER).sort((a, b) => Number(b) - Number(a))
    return versions.map((version) => join(DEBIAN_FOLDER, version, 'bin'))
  } catch {
    return []
  }
}

/** PostgreSQL refuses to run as root, so as root we run it as another user. */
const findOwner = async () => {
  if (process.getuid?.() !== 0) return {}
  for (const user of ['postgres', 'nobody']) {
    const [uid, gid] = await Promise.all(
      ['-u', '-g'].map(async (flag) =>
        Number.parseInt((await run('id', [flag, user], { quiet: true })).output, 10),
      ),
    )
    if (uid && gid) return { uid, gid }
  }
  return { uid: 65_534, gid: 65_534 }
}

/**
 * @param {string} binaries
 * @param {number} port
 */
const accepts = async (binaries, port) => {
  const until = Date.now() + READY_WITHIN_MS
  const args = ['-h', '127.0.0.1', '-p', String(port)]
  while (Date.now() < until) {
    if ((await run(join(binaries, 'pg_isready'), args, { quiet: true })).code === 0) return true
    await sleep(100)
  }
  return false
}
