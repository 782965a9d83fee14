// A lock file, so that only one command at a time installs packages or builds the pages.
import {
  accessSync,
  constants,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { UserError } from './processes.mjs'

const BEAT_MS = 1_000
/** A lock that hasn't been touched for this long belongs to a killed command. */
const DEAD_AFTER_MS = 10_000

/**
 * Runs `work` while holding the lock file. The holder touches it every second, so that others notice when it was
 * killed, even in another container.
 * @template T
 * @param {string} path
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export const withLock = async (path, work) => {
  makeFolder(dirname(path))
  for (let waits = 0; !take(path); waits += 1) {
    if (waits === 1)
      console.log(
        `Waiting for another command (process ${holder(path)}) to finish installing or building…`,
      )
    await sleep(BEAT_MS / 4)
  }
  const beat = setInterval(() => touch(path), BEAT_MS)
  const release = () => rmSync(path, { force: true })
  process.once('exit', release)
  try {
    return await work()
  } finally {
    clearInterval(beat)
    process.removeListener('exit', release)
    release()
  }
}

/** @param {string} folder */
const makeFolder = (folder) => {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
  } catch (error) {
    throw new UserError(
      `We need to install or build something, but can't write to ${dirname(folder)} (${codeOf(error)}). Fix its permissions and try again.`,
    )
  }
}

/** @param {string} path */
const take = (path) => {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    discardDead(path)
    return false
  }
}

/** @param {string} path */
const discardDead = (path) => {
  try {
    const seen = statSync(path)
    if (Date.now() - seen.mtimeMs < DEAD_AFTER_MS) return
    // Only one of several waiting commands can move a stale lock away. A live lock is put back.
    const aside = `${path}.${process.pid}`
    renameSync(path, aside)
    if (statSync(aside).mtimeMs > seen.mtimeMs) renameSync(aside, path)
    else rmSync(aside)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
}

/** @param {string} path */
const touch = (path) => {
  try {
    utimesSync(path, new Date(), new Date())
  } catch {
    // Someone deleted the lock by hand.
  }
}

/** @param {string} path */
const holder = (path) => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return '?'
  }
}

/** @param {unknown} error */
const codeOf = (error) => (error instanceof Error && 'code' in error ? error.code : undefined)
