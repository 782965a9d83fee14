// Counts by key and time window: in memory, or in the database for all processes.
import type pg from 'pg'
import { mergeCalls } from './merge-calls.ts'

export type Window = { readonly key: string; readonly seconds: number }
export type Counted = {
  readonly key: string
  readonly points: number
  /** When the window ends and the count starts again. */
  readonly endsAt: number
}

export type Counts = {
  /** Counts one more for each key. */
  add(windows: readonly Window[]): Promise<Counted[]>
  /** Reverts counts, unless their window is over: that would grant an extra try. */
  undo(counted: readonly Counted[]): Promise<void>
  /** The current counts of those keys that have one. */
  find(keys: readonly string[]): Promise<Counted[]>
  clear(key: string): Promise<void>
  deleteExpired(): Promise<void>
}

export const createMemoryCounts = (): Counts => {
  const counts = new Map<string, Counted>()
  const current = (key: string) => {
    const found = counts.get(key)
    return found && found.endsAt > Date.now() ? found : undefined
  }
  const addOne = ({ key, seconds }: Window): Counted => {
    const { points = 0, endsAt = Date.now() + seconds * 1_000 } = current(key) ?? {}
    const counted = { key, points: points + 1, endsAt }
    counts.set(key, counted)
    return counted
  }
  return {
    add: async (windows) => windows.map(addOne),
    undo: async (counted) => {
      for (const { key, endsAt } of counted) {
        const found = current(key)
        if (found?.endsAt === endsAt) counts.set(key, { ...found, points: found.points - 1 })
      }
    },
    find: async (keys) => keys.flatMap((key) => current(key) ?? []),
    clear: async (key) => void counts.delete(key),
    deleteExpired: async () => {
      for (const key of counts.keys()) if (!current(key)) counts.delete(key)
    },
  }
}

// Always in the order of the keys, so that two processes can't wait for each other.
const ADD = {
  name: 'counts_add',
  text: `
    INSERT INTO rate_limit AS was (key, points, expire)
    SELECT * FROM unnest($1::text[], $2::int[], $3::bigint[]) AS new (key, points, expire) ORDER BY key
    ON CONFLICT (key) DO UPDATE SET
      points = excluded.points + CASE WHEN was.expire > $4 THEN was.points ELSE 0 END,
      expire = CASE WHEN was.expire > $4 THEN was.expire ELSE excluded.expire END
    RETURNING key, points, expire`,
}
const UNDO = {
  name: 'counts_undo',
  text: `
    UPDATE rate_limit AS was SET points = was.points - undone.points FROM (
      SELECT key, undone.points
      FROM rate_limit JOIN unnest($1::text[], $2::int[], $3::bigint[]) AS undone (key, points, expire) USING (key, expire)
      ORDER BY key FOR UPDATE OF rate_limit
    ) AS undone WHERE was.key = undone.key`,
}
/** Leaves out rows that someone is counting, because it would wait for them in another order. */
const CLEAN_UP = `
  DELETE FROM rate_limit WHERE key IN (
    SELECT key FROM rate_limit WHERE expire < $1 FOR UPDATE SKIP LOCKED)`
/** A batch must not keep everyone else waiting. */
const IN_TIME = { query_timeout: 3_000 }
type Row = { readonly key: string; readonly points: number; readonly expire: string }
const FIND = {
  name: 'counts_find',
  text: 'SELECT key, points, expire FROM rate_limit WHERE key = ANY($1) AND expire > $2',
}

/** While the database is down, this process counts on its own. */
export const createSharedCounts = (pool: pg.Pool, memory: Counts): Counts => {
  const ownCounts = new WeakSet<Counted>()
  const addOnOwn = async (windows: readonly Window[]): Promise<Counted[]> => {
    const counted = await memory.add(windows)
    for (const each of counted) ownCounts.add(each)
    return counted
  }
  const addShared = mergeCalls(async (calls: readonly (readonly Window[])[]) => {
    const now = Date.now()
    const groups = [...Map.groupBy(calls.flat(), ({ key }) => key)]
    const keys = groups.map(([key]) => key)
    const points = groups.map(([, windows]) => windows.length)
    const ends = groups.map(([, [window]]) => now + (window?.seconds ?? 0) * 1_000)
    const { rows } = await pool.query({ ...ADD, ...IN_TIME, values: [keys, points, ends, now] })
    const ended = new Map<string, Row>(rows.map((row) => [row.key, row]))
    const countOf = (key: string) => ended.get(key)?.points ?? 0
    const before = new Map(keys.map((key, n) => [key, countOf(key) - (points[n] ?? 0)]))
    return calls.map((windows) =>
      windows.map(({ key }): Counted => {
        const count = (before.get(key) ?? 0) + 1
        before.set(key, count)
        return { key, points: count, endsAt: Number(ended.get(key)?.expire) }
      }),
    )
  })
  const undoShared = mergeCalls(async (calls: readonly (readonly Counted[])[]) => {
    const groups = [...Map.groupBy(calls.flat(), ({ key, endsAt }) => `${endsAt} ${key}`).values()]
    const keys = groups.map(([first]) => first?.key)
    const points = groups.map((group) => group.length)
    const ends = groups.map(([first]) => first?.endsAt)
    await pool.query({ ...UNDO, ...IN_TIME, values: [keys, points, ends] })
    return calls
  })
  return {
    add: (windows) => addShared(windows).catch(() => addOnOwn(windows)),
    undo: async (counted) => {
      await memory.undo(counted.filter((each) => ownCounts.has(each)))
      const shared = counted.filter((each) => !ownCounts.has(each))
      if (shared.length > 0) await undoShared(shared)
    },
    find: (keys) =>
      pool.query<Row>({ ...FIND, values: [keys, Date.now()] }).then(
        ({ rows }) =>
          rows.map(({ expire, ...counted }) => ({ ...counted, endsAt: Number(expire) })),
        () => memory.find(keys),
      ),
    clear: async (key) => {
      await pool.query('DELETE FROM rate_limit WHERE key = $1', [key])
    },
    deleteExpired: async () => {
      await pool.query(CLEAN_UP, [Date.now()]).catch(() => {})
    },
  }
}
