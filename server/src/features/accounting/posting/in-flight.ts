// Callers who ask the same while it is being answered share that one answer.

/**
 * Only for what visitors look at. A payment must never read like this: a read that began before a write could answer a
 * caller that began after it, and a balance would be spent twice.
 */
export const createInFlight = <T>() => {
  const running = new Map<string, Promise<T>>()
  return (key: string, work: () => Promise<T>): Promise<T> => {
    const known = running.get(key)
    if (known) return known
    const begun = work().finally(() => running.delete(key))
    running.set(key, begun)
    return begun
  }
}
