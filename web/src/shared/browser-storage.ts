// Reads and writes browser storage, which the visitor may have blocked.
import type { z } from 'zod'

export type BrowserStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The browser's storage or, if the visitor has blocked it, memory. */
export const openStorage = (open: () => Storage): BrowserStorage => {
  try {
    return open()
  } catch {
    const kept = new Map<string, string>()
    return {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, text) => void kept.set(key, text),
      removeItem: (key) => void kept.delete(key),
    }
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
  try {
    storage.setItem(key, JSON.stringify(value))
  } catch {}
}
