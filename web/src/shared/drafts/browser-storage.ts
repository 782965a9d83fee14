// Reads and writes browser storage, which the visitor may have blocked.

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
