// One process a data directory: two processes on one embedded database destroy it.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export class DataDirectoryInUse extends Error {
  override readonly name = 'DataDirectoryInUse'
}

/** Kept here because a lock that nobody refers to is closed, and so released, by the garbage collector. */
const held = new Set<DatabaseSync>()

/**
 * Takes the directory until released or until the process ends, however it ends. The lock is an
 * exclusive SQLite transaction because the operating system itself drops it with the process: a pid
 * file would be left behind by a kill, and a reused pid would then look alive.
 */
export const lockDataDirectory = (dataDir: string): { release: () => void } => {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const file = join(dataDir, 'database.lock')
  const lock = new DatabaseSync(file)
  // A moment's patience: the process before may still be closing.
  try {
    lock.exec('PRAGMA busy_timeout = 2000; BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (!String(error).includes('locked')) throw error
    throw new DataDirectoryInUse(
      `Another process is using the data directory ${dataDir}. Stop it first, or set DATA_DIR to another one.`,
    )
  }
  held.add(lock)
  return {
    release: () => {
      held.delete(lock)
      lock.close()
    },
  }
}
