// Reads and writes browser storage, which the visitor may have blocked: texts, and values as JSON.
import type { z } from 'zod'

export type BrowserStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The browser's storage or, if the visitor has blocked it or it's full, memory. */
export const openStorage = (open: () => Storage): BrowserStorage => {
  const memory = new Map<string, string>()
  let storage: Storage | undefined
  try {
    storage = open()
  } catch {}
  return {
    getItem: (key) => memory.get(key) ?? storage?.getItem(key) ?? null,
    setItem: (key, text) => {
      memory.delete(key)
      try {
        open().setItem(key, text)
      } catch {
        memory.set(key, text)
      }
    },
    removeItem: (key) => {
      memory.delete(key)
      storage?.removeItem(key)
    },
  }
}

/** What `keepJson` stored; undefined if there's nothing, or it doesn't match the schema. */
export const readJson = <T>(
  storage: BrowserStorage,
  key: string,
  schema: z.ZodType<T>,
): T | undefined => {
  try {
    return schema.parse(JSON.parse(storage.getItem(key) ?? 'null'))
  } catch {
    return undefined
  }
}

/** If the storage is full, the value is lost on reload. */
export const keepJson = (storage: BrowserStorage, key: string, value: unknown) => {
  storage.setItem(key, JSON.stringify(value))
}
