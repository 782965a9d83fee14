// The sandbox's books: JSON documents in named collections, kept on disk so that a restart finds them again.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export type Collection<T> = {
  readonly size: number
  /** The document itself, not a copy: change it only together with `set`. */
  get(id: string): T | undefined
  /** Writes through to disk before it returns. */
  set(id: string, document: T): T
  delete(id: string): void
  /** All documents in the order they were first written. */
  list(): T[]
  clear(): void
}

export type Store = {
  collection<T>(name: string): Collection<T>
  /** Writes of `work` reach the disk together or not at all; it must have checked everything before the first. */
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

/** How long a start waits for the previous process to let go of its books. */
const LOCK_WAIT_MS = 1_500
const SQLITE_BUSY = 5

/** Documents are also held in memory, so two processes on one file would overwrite each other. */
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
        : `The sandbox cannot keep its state in ${directory}: ${reason}`,
      { cause: error },
    )
  }
}
