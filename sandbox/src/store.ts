// The sandbox's books: JSON documents in named collections, kept on disk so that a restart finds them again.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export type Collection<T> = {
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
  close(): void
}

export const openStore = (directory: string): Store => {
  mkdirSync(directory, { recursive: true })
  const database = new DatabaseSync(join(directory, 'sandbox.sqlite'))
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
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
    close: () => database.close(),
  }
}
