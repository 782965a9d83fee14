// Lets callers that read the same thing at the same time share one call to QuickBooks.

/**
 * Caches a result for `keepMs`, but never a failure. Don't use it for payments: a caller could get a balance that was
 * read before an earlier payment was written, and spend it twice.
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
