// The rules of a list that is read in parts and shown as one: what comes next, each row once, and when to wait.
export type Part<Row> = {
  readonly rows: readonly Row[]
  /** How many there are in all parts; without it, this part is all there is. */
  readonly total?: number | undefined
}

/** Rows asked for at a time: few calls, and still quick to draw. */
export const PART_SIZE = 100

/** The number of the next part, counted from 1. An empty one ends the list, whatever its total says. */
export const nextPart = (parts: readonly Part<unknown>[]): number | undefined => {
  const last = parts.at(-1)
  if (!last || last.rows.length === 0) return undefined
  const loaded = parts.reduce((sum, { rows }) => sum + rows.length, 0)
  return loaded < (last.total ?? 0) ? parts.length + 1 : undefined
}

/** A row that slid from one part into the next is there once, where it was first and as it was last. */
export const joinParts = <Row extends { readonly id: string }>(
  parts: readonly Part<Row>[],
): { rows: Row[]; total: number } => {
  const byId = new Map(parts.flatMap(({ rows }) => rows.map((row) => [row.id, row] as const)))
  return { rows: [...byId.values()], total: parts.at(-1)?.total ?? byId.size }
}

/** Rows came or went between two parts, so that one may have slid past unseen. */
export const hasShifted = (parts: readonly Part<unknown>[]): boolean =>
  parts.some(({ total }) => total !== parts.at(-1)?.total)

const PARTS_AT_ONCE = 4

/** Scrolling loads a few parts and then waits for the button: a list that always grows has no reachable end. */
export const loadsByItself = (parts: number): boolean => parts % PARTS_AT_ONCE !== 0

const SHORT_PARTS_MAX = 5

/** A list that was scrolled far is not read all over again each time someone returns to the tab. */
export const isShort = (query: {
  readonly state: { readonly data?: { readonly pages: readonly unknown[] } | undefined }
}): boolean => (query.state.data?.pages.length ?? 0) <= SHORT_PARTS_MAX
