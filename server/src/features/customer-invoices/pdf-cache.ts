// Keeps a few complete PDFs for a minute, so opening an invoice again doesn't cost another call to QuickBooks.

const MS_MAX = 60_000
const ENTRIES_MAX = 20
const BYTES_MAX = 20 * 1024 * 1024

export const createPdfCache = (now: () => number = Date.now) => {
  const entries = new Map<string, { readonly content: Buffer; readonly until: number }>()

  const dropUntil = (isDone: () => boolean): void => {
    for (const key of entries.keys()) {
      if (isDone()) return
      entries.delete(key)
    }
  }
  const dropOld = (): void => {
    for (const [key, { until }] of entries) if (until <= now()) entries.delete(key)
  }
  const bytes = (): number =>
    [...entries.values()].reduce((sum, { content }) => sum + content.length, 0)

  return {
    find: (key: string): Buffer | undefined => {
      dropOld()
      return entries.get(key)?.content
    },
    keep: (key: string, content: Buffer): void => {
      if (content.length > BYTES_MAX) return
      dropOld()
      entries.delete(key)
      dropUntil(() => entries.size < ENTRIES_MAX && bytes() + content.length <= BYTES_MAX)
      entries.set(key, { content, until: now() + MS_MAX })
    },
  }
}
