// Writes records to our copy of QuickBooks. The newest version of a record wins, by QuickBooks' own time, so it doesn't
// matter in which order or how often news arrives.
import { and, eq, inArray, isNotNull, lt, ne, sql } from 'drizzle-orm'
import type { Db, Lock } from '../../../db/client.ts'
import { qboRecord } from '../../../db/schema/accounting-copy.ts'
import { storableJson } from '../../../db/storable-json.ts'
import type { RecordKind, RecordOf, Versioned } from '../../../providers/quickbooks/changes.ts'

/** A record as we keep it. */
export type Kept<K extends RecordKind> = Omit<RecordOf<K>, 'updatedAt' | 'syncToken' | 'note'>

/** Higher than any version's, so a deletion wins against a version from the same second. */
const DELETED = 2_147_483_647

/** For transactions that write several records: two at once could each wait for a record that the other one has. */
export const copyLock = (realmId: string): Lock => ({ space: 'accountingCopy', key: realmId })

/** Keeps what we use: the note of a bill is the business's own. */
const rowOf = ({ id, updatedAt, syncToken, ...data }: Versioned & { note?: string }) => {
  const { note, ...kept } = data
  return { id, updatedAt, syncToken, data: { id, ...kept } }
}

/** Stores nothing if another company is connected by now. */
export const upsertRecords = async (
  db: Db,
  realmId: string,
  kind: RecordKind,
  records: readonly Versioned[],
): Promise<void> => {
  if (records.length === 0) return
  const rows = storableJson(records.map(rowOf))
  await db.execute(sql`
    INSERT INTO qbo_record AS stored (realm_id, kind, id, updated_at, sync_token, data)
    SELECT DISTINCT ON (seen.id) realm_id, ${kind}, seen.id, "updatedAt", "syncToken", data
    FROM qbo_connection, json_to_recordset(${rows}::json)
      AS seen(id text, "updatedAt" timestamptz, "syncToken" int, data jsonb)
    WHERE realm_id = ${realmId}
    ORDER BY seen.id, "updatedAt" DESC, "syncToken" DESC
    ON CONFLICT (realm_id, kind, id) DO UPDATE SET
      updated_at = excluded.updated_at, sync_token = excluded.sync_token, data = excluded.data,
      seen_at = now()
    WHERE (excluded.updated_at, excluded.sync_token) >= (stored.updated_at, stored.sync_token)`)
}

/** Also for records we've never seen, because an older version of them may still arrive. */
export const deleteRecords = async (
  db: Db,
  realmId: string,
  kind: RecordKind,
  ids: readonly string[],
): Promise<void> => {
  if (ids.length === 0) return
  await db.execute(sql`
    INSERT INTO qbo_record AS stored (realm_id, kind, id, updated_at, sync_token, data)
    SELECT DISTINCT realm_id, ${kind}, gone, now(), ${DELETED}::int, NULL::jsonb
    FROM qbo_connection, unnest(${sql.param(ids)}::text[]) AS gone
    WHERE realm_id = ${realmId}
    ON CONFLICT (realm_id, kind, id) DO UPDATE SET
      updated_at = greatest(stored.updated_at, excluded.updated_at),
      sync_token = excluded.sync_token, data = NULL, seen_at = now()`)
}

/**
 * Removes our version of records that we can't read, because it's out of date. A search for one of them then asks
 * QuickBooks. Not a deletion: the next version that we can read counts.
 */
export const forgetRecords = async (
  db: Db,
  realmId: string,
  kind: RecordKind,
  ids: readonly string[],
): Promise<void> => {
  if (ids.length === 0) return
  await db.delete(qboRecord).where(
    and(
      eq(qboRecord.realmId, realmId),
      eq(qboRecord.kind, kind),
      inArray(qboRecord.id, [...ids]),
      // What was deleted stays deleted.
      isNotNull(qboRecord.data),
    ),
  )
}

const isUnseen = (realmId: string, kind: RecordKind, since: string) =>
  and(
    eq(qboRecord.realmId, realmId),
    eq(qboRecord.kind, kind),
    lt(qboRecord.seenAt, sql`${since}::timestamptz`),
  )

/** The records that weren't seen since then and aren't among these either. */
export const listUnseen = async (
  db: Db,
  realmId: string,
  kind: RecordKind,
  since: string,
  seen: readonly string[],
): Promise<string[]> => {
  const rows = await db
    .select({ id: qboRecord.id })
    .from(qboRecord)
    .where(and(isUnseen(realmId, kind, since), isNotNull(qboRecord.data)))
  const ids = new Set(seen)
  return rows.map(({ id }) => id).filter((id) => !ids.has(id))
}

/** Removes what a complete read of this kind no longer found. Returns the ids. */
export const removeUnseen = async (
  db: Db,
  realmId: string,
  kind: RecordKind,
  since: string,
): Promise<string[]> => {
  const rows = await db
    .delete(qboRecord)
    .where(isUnseen(realmId, kind, since))
    .returning({ id: qboRecord.id })
  return rows.map(({ id }) => id)
}

/** The documents that these payments were applied to. */
export const listLinkedIds = async (
  db: Db,
  realmId: string,
  kind: 'payment' | 'billpayment',
  ids: readonly string[],
): Promise<string[]> => {
  if (ids.length === 0) return []
  const linked = kind === 'payment' ? "data -> 'invoices'" : "data -> 'bills'"
  const rows = await db
    .select({ id: sql<string>`DISTINCT link ->> 'id'` })
    .from(qboRecord)
    .crossJoin(sql`LATERAL jsonb_array_elements(${sql.raw(linked)}) AS link`)
    .where(
      and(
        eq(qboRecord.realmId, realmId),
        eq(qboRecord.kind, kind),
        inArray(qboRecord.id, [...ids]),
        // What was deleted stays deleted.
        isNotNull(qboRecord.data),
        isNotNull(qboRecord.data),
      ),
    )
  return rows.map(({ id }) => id)
}

const ROWS_PER_DELETE = 5_000

/** Removes the copies of other companies. */
export const forgetOtherCompanies = async (db: Db, realmId: string): Promise<void> => {
  for (;;) {
    const { rowCount } = await db.execute(sql`
      DELETE FROM qbo_record WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM qbo_record WHERE ${ne(qboRecord.realmId, realmId)} LIMIT ${ROWS_PER_DELETE}))`)
    if ((rowCount ?? 0) < ROWS_PER_DELETE) break
  }
  await db.execute(sql`DELETE FROM qbo_copy WHERE realm_id <> ${realmId}`)
}
