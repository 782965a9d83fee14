// Stores JSON documents in named collections, in memory and on disk.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export type Collection<T> = {
  readonly size: number
  /** Returns the document itself, not a copy; change it only with `set`. */
  get(id: string): T | undefined
  /** Writes through to disk before it returns. */
  set(id: string, document: T): T
  delete(id: string): void
  /** A new array, in the order of first writes. */
  list(): T[]
  clear(): void
}

export type Store = {
  collection<T>(name: string): Collection<T>
  /** Commits all writes of `work` to disk, or none. `work` must validate before its first write, because memory isn't rolled back. */
  transaction<T>(work: () => T): T
  close(): void
}

export const openStore = (directory: string): Store => {
  const database = openDatabase(directory)
  database.exec(`
    CREATE TABLE IF NOT EXISTS document (
      position INTEGER PRIMARY KEY AUTOINCREMENT,
      collection TEXT NOT NULL,
      id TEXT NOT NULL,
      body TEXT NOT NULL,
      UNIQUE (collection, id)
    );`)
  const rows = database.prepare(
    'SELECT id, body FROM document WHERE collection = ? ORDER BY position',
  )
  const upsert = database.prepare(
    `INSERT INTO document (collection, id, body) VALUES (?, ?, ?)
     ON CONFLICT (collection, id) DO UPDATE SET body = excluded.body`,
  )
  const remove = database.prepare('DELETE FROM document WHERE collection = ? AND id = ?')
  const removeAll = database.prepare('DELETE FROM document WHERE collection = ?')

  const open = new Map<string, Collection<unknown>>()
  const openCollection = (name: string): Collection<unknown> => {
    const documents = new Map(
      rows.all(name).map((row) => [String(row.id), JSON.parse(String(row.body)) as unknown]),
    )
    return {
      get size() {
        return documents.size
      },
      get: (id) => documents.get(id),
      set: (id, document) => {
        upsert.run(name, id, JSON.stringify(document))
        documents.set(id, document)
        return document
      },
      delete: (id) => {
        remove.run(name, id)
        documents.delete(id)
      },
      list: () => [...documents.values()],
      clear: () => {
        removeAll.run(name)
        documents.clear()
      },
    }
  }
  return {
    collection: <T>(name: string) => {
      const collection = open.get(name) ?? openCollection(name)
      open.set(name, collection)
      return collection as Collection<T>
    },
    transaction: (work) => {
      if (database.isTransaction) return work()
      database.exec('BEGIN')
      try {
        const result = work()
        database.exec('COMMIT')
        return result
      } catch (error) {
        database.exec('ROLLBACK')
        throw error
      }
    },
    close: () => database.close(),
  }
}

/** How long a start waits for the previous process to release the file. */
const LOCK_WAIT_MS = 1_500
const SQLITE_BUSY = 5

/** Locks the file, because two processes with copies in memory would overwrite each other. */
const openDatabase = (directory: string): DatabaseSync => {
  const path = join(directory, 'sandbox.sqlite')
  try {
    mkdirSync(directory, { recursive: true })
    const database = new DatabaseSync(path, { timeout: LOCK_WAIT_MS })
    database.exec(`
      PRAGMA locking_mode = EXCLUSIVE;
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = NORMAL;
      BEGIN IMMEDIATE;
      COMMIT;`)
    return database
  } catch (error) {
    const busy = error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(
      busy
        ? `Another sandbox is already running on ${directory}. Stop it, or set DATA_DIR to another folder.`
        : `The sandbox can't store its data in ${directory}: ${reason}`,
      { cause: error },
    )
  }
}
