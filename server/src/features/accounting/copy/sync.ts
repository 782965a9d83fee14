// Keeps our copy of QuickBooks current: fills it page by page, then reads changes. It can stop at any time and goes on
// where it stopped.
import { DAY_MS } from '@invoice-desk/contract/values/business-day'
import type { Dependencies } from '../../../dependencies.ts'
import { ProviderError } from '../../../providers/provider-error.ts'
import {
  CHANGES_DAYS_MAX,
  type Changes,
  LIST_START,
  RECORD_KINDS,
  type RecordKind,
} from '../../../providers/quickbooks/changes.ts'
import { findConnectionRow } from '../connection/queries.ts'
import { copyLock, forgetOtherCompanies, listUnseen, removeUnseen } from './records.ts'
import {
  type Copy,
  findCopy,
  LeaseLost,
  leaseCopy,
  newFill,
  releaseCopy,
  startCopy,
  updateCopy,
} from './state.ts'
import { createCopyStore, saveRecords } from './store.ts'

/** Covers changes that were being written during the previous read. */
const OVERLAP_MS = 2 * 60_000
/** Reading everything again can take an hour. The copy that's in use gets changes this often. */
const REFRESH_MS = 5 * 60_000

export const createCopySync = (
  dependencies: Dependencies,
  { overlapMs = OVERLAP_MS, refreshMs = REFRESH_MS, now = Date.now } = {},
) => {
  const { copyListener, log, quickbooks } = dependencies
  const { db } = dependencies.database
  const { changesOf } = quickbooks.for('background')
  const storeChanges = createStoreChanges(dependencies, overlapMs)

  /** Reads the next page of a kind that is read from the start. */
  const readPage = async (copy: Copy, fill: NonNullable<Copy['fill']>): Promise<Copy> => {
    const { realmId } = copy
    const [kind, ...rest] = fill.kinds as [RecordKind, ...RecordKind[]]
    const { readPage: read, readByIds } = changesOf(realmId)
    const { records, unreadableIds, next, time } = await read(kind, fill)
    const readAt = fill.readAt ?? time?.toISOString()
    // A record that the list left out is gone only if QuickBooks doesn't know its id either.
    const seen = [...records.map(({ id }) => id), ...unreadableIds]
    const unseen = next ? [] : await listUnseen(db, realmId, kind, fill.startedAt, seen)
    const left = await readByIds(kind, unseen)
    return db.transaction(async (tx) => {
      await saveRecords(dependencies, tx, realmId, {
        kind,
        records: [...records, ...left.records],
        unreadableIds: [...new Set([...unreadableIds, ...left.unreadableIds])],
      })
      const gone = next ? [] : await removeUnseen(tx, realmId, kind, fill.startedAt)
      if (kind === 'bill')
        await copyListener.billsChanged(tx, realmId, [...records.map(({ id }) => id), ...gone])
      const done = copy.done + records.length + unreadableIds.length
      if (next) return updateCopy(tx, copy, { done, fill: { ...fill, ...next, readAt } })
      if (rest.length > 0)
        return updateCopy(tx, copy, { done, fill: { ...fill, ...LIST_START, kinds: rest, readAt } })
      return updateCopy(tx, copy, { done, ...filledBy(copy, { ...fill, readAt }) })
    }, copyLock(realmId))
  }

  /** Reads what changed, and starts over with kinds whose changes QuickBooks can't list anymore. */
  const readChanges = async (copy: Copy): Promise<Copy> => {
    const checkedAt = new Date(now())
    // Before anything is read, so no change between these reads is missed.
    const begun = await newFill(db, RECORD_KINDS)
    const { unread, readAt } = await storeChanges(copy)
    if (unread.length === 0) return updateCopy(db, copy, { checkedAt, readAt })
    return updateCopy(db, copy, {
      fill: { ...begun, kinds: unread, readAt: readAt?.toISOString() },
    })
  }

  /** Reads everything that is to be read from the start. */
  const fillUp = async (from: Copy): Promise<Copy> => {
    let copy = from
    let refreshedAt = now()
    while (copy.fill) {
      copy = await readPage(copy, copy.fill)
      if (!copy.filledAt || now() - refreshedAt < refreshMs) continue
      refreshedAt = now()
      const { unread, readAt } = await storeChanges(copy)
      if (unread.length > 0) continue
      copy = await updateCopy(db, copy, { checkedAt: new Date(refreshedAt), readAt })
    }
    return copy
  }

  const readAll = async (copy: Copy): Promise<void> => {
    const { realmId } = copy
    await forgetOtherCompanies(db, realmId)
    if (copy.fill && copy.total === 0)
      await updateCopy(db, copy, { total: await countAll(changesOf(realmId)) })
    const filled = await fillUp(copy)
    await fillUp(await readChanges(filled))
    await copyListener.refreshed(dependencies)
  }

  /** False without a connection, or while another process is reading. */
  return async (): Promise<boolean> => {
    const realmId = (await findConnectionRow(db))?.realmId
    if (realmId === undefined) return false
    // A connection from before we kept copies has none.
    if (!(await findCopy(db))) await startCopy(db, realmId)
    const copy = await leaseCopy(db, realmId)
    if (!copy) return false
    let problem: string | null = 'unexpected'
    try {
      await readAll(copy)
      problem = null
    } catch (error) {
      if (error instanceof LeaseLost) return false
      if (!(error instanceof ProviderError)) throw error
      problem = error.kind
      log.warn({ kind: error.kind, message: error.message }, 'QuickBooks sync failed, will retry')
    } finally {
      await releaseCopy(db, copy, { problem })
    }
    return true
  }
}

const filledBy = ({ filledAt, checkedAt, readAt }: Copy, fill: NonNullable<Copy['fill']>) => ({
  filledAt: filledAt ?? new Date(),
  checkedAt: later(checkedAt, fill.startedAt),
  readAt: later(readAt, fill.readAt),
  fill: null,
})

const later = (known: Date | null, read: string | undefined): Date | null => {
  const at = read === undefined ? null : new Date(read)
  return known && at && known > at ? known : (at ?? known)
}

type Stored = {
  /** The kinds whose changes QuickBooks can't list anymore. */
  readonly unread: RecordKind[]
  /** Where to go on reading, by QuickBooks' clock: ours may be ahead, and would skip changes. */
  readonly readAt: Date | undefined
}

/** Stores what changed. */
const createStoreChanges = (dependencies: Dependencies, overlapMs: number) => {
  const store = createCopyStore(dependencies)
  const { changesOf } = dependencies.quickbooks.for('background')
  return async ({ realmId, checkedAt, readAt: lastReadAt }: Copy): Promise<Stored> => {
    const since = new Date(((lastReadAt ?? checkedAt)?.getTime() ?? 0) - overlapMs)
    const isListed = since.getTime() > Date.now() - (CHANGES_DAYS_MAX - 1) * DAY_MS
    const { news, readAt } = isListed ? await readSince(changesOf(realmId), since) : NOTHING
    await store.add(realmId, news)
    const unread = RECORD_KINDS.filter((kind) => !news.some((changes) => changes.kind === kind))
    return { unread, readAt }
  }
}

type News = { readonly news: Changes[]; readonly readAt: Date | undefined }
const NOTHING: News = { news: [], readAt: undefined }

type Reads = ReturnType<ReturnType<Dependencies['quickbooks']['for']>['changesOf']>

/** Leaves out kinds with more changes than fit into one answer. */
const readSince = async ({ readSince: read }: Reads, since: Date): Promise<News> => {
  const { changes, time: readAt } = await read(RECORD_KINDS, since)
  if (changes) return { news: changes, readAt }
  const news: Changes[] = []
  for (const kind of RECORD_KINDS) news.push(...((await read([kind], since)).changes ?? []))
  return { news, readAt }
}

const countAll = async ({ count }: Reads): Promise<number> => {
  const counts = await Promise.all(RECORD_KINDS.map(count))
  return counts.reduce((sum, each) => sum + each, 0)
}
