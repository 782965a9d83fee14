// Reads from our copy of QuickBooks, and decides when it can be relied on.
import { eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { qboConnection } from '../../../db/schema/accounting.ts'
import { qboCopy, qboRecord } from '../../../db/schema/accounting-copy.ts'
import { ProviderError } from '../../../providers/provider-error.ts'
import type { RecordKind } from '../../../providers/quickbooks/changes.ts'
import type { Kept } from './records.ts'

/** Changes arrive within seconds by webhook and within two minutes without. An older copy has missed several reads. */
const CURRENT_MS = 15 * 60_000

/** The copy's state that comes with everything read from it. Undefined until it's filled. */
export type Age = { readonly checkedAt: Date; readonly failedAt: Date | null }

export const isOld = ({ checkedAt }: Pick<Age, 'checkedAt'>, now = Date.now()): boolean =>
  now - checkedAt.getTime() > CURRENT_MS

export type Answer<T> = {
  readonly value: T
  /** The time of the data. Undefined if QuickBooks has just been asked. */
  readonly asOf?: Date
  /** QuickBooks can't be reached, so the data may be out of date. */
  readonly isUncertain: boolean
}

/**
 * Returns what the copy has, if anything. While the copy is being filled, is too old, or doesn't have it, `ask` asks
 * QuickBooks instead. During an outage no one waits for QuickBooks: we use the copy as it is.
 */
export const readCopyOr = async <T>(
  copy: { readonly age: Age; readonly value: T | undefined } | undefined,
  ask: () => Promise<T>,
): Promise<Answer<T>> => {
  const known =
    copy?.value === undefined ? undefined : { value: copy.value, asOf: copy.age.checkedAt }
  const isDown = copy !== undefined && copy.age.failedAt !== null
  if (copy && known && (isDown || !isOld(copy.age))) return { ...known, isUncertain: isDown }
  try {
    return { value: await ask(), isUncertain: false }
  } catch (error) {
    if (known && error instanceof ProviderError) return { ...known, isUncertain: true }
    throw error
  }
}

/** The records of a kind that match. Undefined until the copy is filled. */
export const readRecords = async <K extends RecordKind>(
  db: Db,
  kind: K,
  ...conditions: SQL[]
): Promise<{ age: Age; value: Kept<K>[] } | undefined> => {
  // The kind is part of the text, because the indexes are for one kind each.
  const isOfKind = sql`${qboRecord.kind} = ${sql.raw(`'${kind}'`)}`
  const matches = [sql`${qboRecord.data} IS NOT NULL`, isOfKind, ...conditions]
  const rows = await db
    .select({
      checkedAt: qboCopy.checkedAt,
      failedAt: qboCopy.failedAt,
      data: sql<Kept<K> | null>`${qboRecord.data}`,
    })
    .from(qboConnection)
    .innerJoin(qboCopy, eq(qboCopy.realmId, qboConnection.realmId))
    .leftJoin(
      qboRecord,
      sql`${qboRecord.realmId} = ${qboCopy.realmId} AND ${sql.join(matches, sql` AND `)}`,
    )
    .where(sql`${qboCopy.filledAt} IS NOT NULL`)
  const [first] = rows
  if (!first?.checkedAt) return undefined
  const { checkedAt, failedAt } = first
  return { age: { checkedAt, failedAt }, value: rows.flatMap(({ data }) => data ?? []) }
}

/** QuickBooks ignores case in names. */
export const isField = (name: string, value: string): SQL =>
  sql`${sql.raw(`data ->> '${name}'`)} = ${value}`
export const isFieldIgnoringCase = (name: string, value: string): SQL =>
  sql`lower(${sql.raw(`data ->> '${name}'`)}) = lower(${value})`
