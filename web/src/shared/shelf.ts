// Browser storage.

export type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The browser's storage or, if the visitor has blocked it, memory. */
export const openShelf = (open: () => Storage): Shelf => {
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
