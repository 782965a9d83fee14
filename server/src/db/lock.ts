// Locks the data directory, because two processes would corrupt an embedded database.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export class DataDirectoryInUse extends Error {
  override readonly name = 'DataDirectoryInUse'
}

/** Keeps a reference to each lock, because the garbage collector would close and release it otherwise. */
const held = new Set<DatabaseSync>()

/**
 * Holds the lock until it is released or the process ends. It's an exclusive SQLite transaction, which the operating
 * system drops with the process. A pid file would outlive a killed process, and another process could get the same pid.
 */
export const lockDataDirectory = (dataDir: string): { release: () => void } => {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const file = join(dataDir, 'database.lock')
  const lock = new DatabaseSync(file)
  // Waits briefly, because the previous process may still be closing.
  try {
    lock.exec('PRAGMA busy_timeout = 2000; BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (!String(error).includes('locked')) throw error
    throw new DataDirectoryInUse(
      `Another process is using the data directory ${dataDir}. Stop it first, or set DATA_DIR to a different one.`,
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
