// A place in the browser to keep text.

export type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The browser's own storage or, where the visitor has blocked it, memory until the page is left. */
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
