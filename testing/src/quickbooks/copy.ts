// Controls the app's copy of QuickBooks.
import { setTimeout as sleep } from 'node:timers/promises'
import { createCopySync } from '@invoice-desk/server/features/accounting/copy/sync'
import {
  type Cursor,
  LIST_START,
  RECORD_KINDS,
} from '@invoice-desk/server/providers/quickbooks/changes'
import { sql } from 'drizzle-orm'
import type { TestDesk } from '../app/test-desk.ts'
import { HARBOR, TIDEWATER } from './connect.ts'

/** Keeps the copy empty, so the app asks QuickBooks, until `refreshCopy` is called. */
export const pauseCopy = async ({ desk }: TestDesk): Promise<void> => {
  const { db } = desk.dependencies.database
  for (const realmId of [HARBOR, TIDEWATER]) {
    await db.execute(sql`
      INSERT INTO qbo_copy (realm_id, leased_until) VALUES (${realmId}, 'infinity')
      ON CONFLICT (realm_id) DO UPDATE SET leased_until = 'infinity', lease_owner = NULL`)
  }
  // Waits for a job that is storing records right now, where a DELETE could deadlock.
  await db.execute(sql`TRUNCATE qbo_record`)
}

/** Fills the copy, or reads changes if it's filled. Afterward, nothing else does until it's called again. */
export const refreshCopy = async (
  { desk }: TestDesk,
  options?: Parameters<typeof createCopySync>[1],
): Promise<void> => {
  const { db } = desk.dependencies.database
  const refresh = createCopySync(desk.dependencies, options)
  await db.execute(sql`UPDATE qbo_copy SET leased_until = NULL WHERE leased_until = 'infinity'`)
  // The app's own job may be reading.
  while (!(await refresh())) await sleep(20)
  await db.execute(sql`UPDATE qbo_copy SET leased_until = 'infinity', lease_owner = NULL`)
}

/** What differs between the app's copy and the books, as `kind id`. */
export const compareCopy = async ({ desk }: { desk: TestDesk }): Promise<string[]> => {
  const { database, quickbooks } = desk.desk.dependencies
  const { rows } = await database.db.execute<{ kind: string; id: string; data: object }>(
    sql`SELECT kind, id, data FROM qbo_record WHERE data IS NOT NULL`,
  )
  const { realm_id: realmId = '' } =
    (await database.db.execute<{ realm_id: string }>(sql`SELECT realm_id FROM qbo_connection`))
      .rows[0] ?? {}
  const { readPage } = quickbooks.for('money').changesOf(realmId)
  const copied = new Map(rows.map(({ kind, id, data }) => [`${kind} ${id}`, textOf(data)]))
  const actual = new Map<string, string>()
  for (const kind of RECORD_KINDS) {
    let at: Cursor | undefined = LIST_START
    while (at) {
      const { records, next }: Awaited<ReturnType<typeof readPage>> = await readPage(kind, at)
      for (const record of records) actual.set(`${kind} ${record.id}`, textOf(record))
      at = next
    }
  }
  const keys = new Set([...copied.keys(), ...actual.keys()])
  return [...keys].filter((key) => copied.get(key) !== actual.get(key)).sort()
}

/** A record's fields that the copy has, in a fixed order. */
const textOf = (record: object): string => {
  const { updatedAt, syncToken, note, ...kept } = record as Record<string, unknown>
  return JSON.stringify(inOrder(kept))
}

const inOrder = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, each]) => each !== undefined)
  return entries.sort(([a], [b]) => a.localeCompare(b)).map(([name, each]) => [name, inOrder(each)])
}
