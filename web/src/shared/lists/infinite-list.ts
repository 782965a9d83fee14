// Rules for a list that loads page by page: what to load next, deduplication, and when to stop.
export type Part<Row> = {
  readonly rows: readonly Row[]
  /** The number of rows in all pages; without it, this page is the only one. */
  readonly total?: number | undefined
}

/** Rows per request: few calls, and still fast to render. */
export const PAGE_SIZE = 100

/** The next page number, counting from 1. An empty page ends the list, whatever its total says. */
export const nextPageNumber = (parts: readonly Part<unknown>[]): number | undefined => {
  const last = parts.at(-1)
  if (!last || last.rows.length === 0) return undefined
  const loaded = parts.reduce((sum, { rows }) => sum + rows.length, 0)
  return loaded < (last.total ?? 0) ? parts.length + 1 : undefined
}

/** A row that moved from one page to the next appears once: in its first position, with its latest values. */
export const joinPages = <Row extends { readonly id: string }>(
  parts: readonly Part<Row>[],
): { rows: Row[]; total: number } => {
  const byId = new Map(parts.flatMap(({ rows }) => rows.map((row) => [row.id, row] as const)))
  return { rows: [...byId.values()], total: parts.at(-1)?.total ?? byId.size }
}

/** Rows were added or removed between two requests, so a row may have been skipped. */
export const hasShifted = (parts: readonly Part<unknown>[]): boolean =>
  parts.some(({ total }) => total !== parts.at(-1)?.total)

const PARTS_AT_ONCE = 4

/** Scrolling loads a few pages, then waits for the button, so people can reach the footer. */
export const loadsOnScroll = (parts: number): boolean => parts % PARTS_AT_ONCE !== 0

const SHORT_PARTS_MAX = 5

/** A long list isn't reloaded each time someone returns to the tab. */
export const isShort = (query: {
  readonly state: { readonly data?: { readonly pages: readonly unknown[] } | undefined }
}): boolean => (query.state.data?.pages.length ?? 0) <= SHORT_PARTS_MAX
