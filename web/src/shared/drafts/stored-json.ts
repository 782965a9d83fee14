// Reads and writes values in browser storage as JSON. The landing page doesn't need it.
import type { z } from 'zod'
import type { BrowserStorage } from './browser-storage.ts'

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
