// Lets callers that read the same thing at the same time share one call to QuickBooks.

/**
 * Keeps a result for `keepMs`, and never a failure. Not for payments: a read that started before a write could answer a
 * caller that came after it, and a balance would be spent twice.
 */
export const createSharedReads = <T>(keepMs = 0) => {
  const reads = new Map<string, Promise<T>>()
  return {
    get: (key: string, read: () => Promise<T>): Promise<T> => {
      const known = reads.get(key)
      if (known) return known
      const started = read()
      reads.set(key, started)
      const forget = () => {
        if (reads.get(key) === started) reads.delete(key)
      }
      started.then(() => (keepMs > 0 ? setTimeout(forget, keepMs).unref() : forget()), forget)
      return started
    },
    clear: () => reads.clear(),
  }
}
