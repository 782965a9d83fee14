// Stores what we learn from QuickBooks in our copy, and what it means for posted bills.
import type { Db } from '../../../db/client.ts'
import type { Dependencies } from '../../../dependencies.ts'
import {
  type Changes,
  idsOf,
  type RecordKind,
  type RecordOf,
  type Versioned,
} from '../../../providers/quickbooks/changes.ts'
import { copyLock, deleteRecords, forgetRecords, listLinkedIds, upsertRecords } from './records.ts'

/** Whose changes can change the balance of which documents. */
const LINKS = [
  {
    from: 'payment',
    to: 'invoice',
    linkedOf: (record: Versioned) => (record as RecordOf<'payment'>).invoices.map(({ id }) => id),
  },
  {
    from: 'billpayment',
    to: 'bill',
    linkedOf: (record: Versioned) => (record as RecordOf<'billpayment'>).bills.map(({ id }) => id),
  },
] as const

const idsIn = (news: readonly Changes[], kind: RecordKind): string[] =>
  news.filter((changes) => changes.kind === kind).flatMap(idsOf)

/** Records that we can't read are left out, and our older version of them is removed. */
export const saveRecords = async (
  { log }: Pick<Dependencies, 'log'>,
  tx: Db,
  realmId: string,
  { kind, records, unreadableIds }: Omit<Changes, 'deletedIds'>,
): Promise<void> => {
  await upsertRecords(tx, realmId, kind, records)
  if (unreadableIds.length === 0) return
  log.warn({ kind, ids: unreadableIds }, "QuickBooks has records that we can't read")
  await forgetRecords(tx, realmId, kind, unreadableIds)
}

export const createCopyStore = (dependencies: Dependencies) => {
  const { db } = dependencies.database
  const { copyListener } = dependencies
  const { changesOf } = dependencies.quickbooks.for('background')

  const store = (realmId: string, news: readonly Changes[]): Promise<void> =>
    db.transaction(async (tx) => {
      for (const changes of news) {
        await saveRecords(dependencies, tx, realmId, changes)
        await deleteRecords(tx, realmId, changes.kind, changes.deletedIds)
      }
      // The task of a bill that we can't read stays as it is, because the bill isn't gone.
      const unreadable = new Set(
        news.flatMap(({ kind, unreadableIds }) => (kind === 'bill' ? unreadableIds : [])),
      )
      const billIds = idsIn(news, 'bill').filter((id) => !unreadable.has(id))
      if (billIds.length > 0) await copyListener.billsChanged(tx, realmId, billIds)
    }, copyLock(realmId))

  /** Stores changes, and the documents whose balance they may have changed if those aren't among them. */
  const add = async (realmId: string, news: readonly Changes[]): Promise<void> => {
    const linked: Changes[] = []
    for (const { from, to, linkedOf } of LINKS) {
      const changed = news.filter(({ kind }) => kind === from)
      const ids = new Set([
        ...(await listLinkedIds(db, realmId, from, idsIn(news, from))),
        ...changed.flatMap(({ records }) => records.flatMap(linkedOf)),
      ])
      const known = new Set(idsIn(news, to))
      const unread = [...ids].filter((id) => !known.has(id))
      const read = await changesOf(realmId).readByIds(to, unread)
      linked.push({ kind: to, ...read, deletedIds: [] })
    }
    await store(realmId, [...news, ...linked])
  }

  /** Reads the records that a webhook announced. */
  const readAnnounced = async (
    realmId: string,
    announced: readonly { kind: RecordKind; ids: string[]; deletedIds: string[] }[],
  ): Promise<void> => {
    const news: Changes[] = []
    for (const { kind, ids, deletedIds } of announced) {
      const read = await changesOf(realmId).readByIds(kind, [...ids, ...deletedIds])
      const found = { kind, ...read, deletedIds: [] }
      const known = new Set(idsOf(found))
      // QuickBooks may not find a new record yet. The next read of changes brings it.
      news.push({ ...found, deletedIds: deletedIds.filter((id) => !known.has(id)) })
    }
    await add(realmId, news)
  }

  return {
    add,
    readAnnounced,
    /** Keeps a bill that we've just added or found. If that fails, the next refresh brings it. */
    keepBill: (realmId: string, bill: Versioned): Promise<void> =>
      store(realmId, [{ kind: 'bill', records: [bill], unreadableIds: [], deletedIds: [] }]).catch(
        (err: unknown) =>
          dependencies.log.warn({ err }, "a bill couldn't be kept in the copy of QuickBooks"),
      ),
  }
}
