// Stores what we learn from QuickBooks in our copy, and what it means for posted bills.
import type { Dependencies } from '../../../dependencies.ts'
import type { Changes, RecordKind, Versioned } from '../../../providers/quickbooks/changes.ts'
import { followBills } from './posted-bills.ts'
import { deleteRecords, listLinkedIds, upsertRecords } from './records.ts'

/** Whose changes can change the balance of which documents. */
const LINKS = [
  ['payment', 'invoice'],
  ['billpayment', 'bill'],
] as const

const idsIn = (news: readonly Changes[], kind: RecordKind): string[] =>
  news
    .filter((changes) => changes.kind === kind)
    .flatMap(({ records, deletedIds }) => [...records.map(({ id }) => id), ...deletedIds])

export const createCopyStore = (dependencies: Dependencies) => {
  const { db } = dependencies.database
  const { changesOf } = dependencies.quickbooks.for('background')

  const store = (realmId: string, news: readonly Changes[]): Promise<void> =>
    db.transaction(async (tx) => {
      for (const { kind, records, deletedIds } of news) {
        await upsertRecords(tx, realmId, kind, records)
        await deleteRecords(tx, realmId, kind, deletedIds)
      }
      const billIds = idsIn(news, 'bill')
      if (billIds.length > 0) await followBills(dependencies, tx, realmId, billIds)
    })

  /** Stores changes, and reads the documents whose balance they may have changed if those aren't among them. */
  const add = async (realmId: string, news: readonly Changes[]): Promise<void> => {
    const listLinked = () =>
      Promise.all(LINKS.map(([from]) => listLinkedIds(db, realmId, from, idsIn(news, from))))
    const before = await listLinked()
    await store(realmId, news)
    const after = await listLinked()
    for (const [index, [, kind]] of LINKS.entries()) {
      const read = new Set(idsIn(news, kind))
      const linked = [...(before[index] ?? []), ...(after[index] ?? [])]
      const unread = linked.filter((id) => !read.has(id))
      const records = await changesOf(realmId).readByIds(kind, unread)
      if (records.length > 0) await store(realmId, [{ kind, records, deletedIds: [] }])
    }
  }

  /** Reads the records that a webhook announced. */
  const readAnnounced = async (
    realmId: string,
    announced: readonly { kind: RecordKind; ids: string[]; deletedIds: string[] }[],
  ): Promise<void> => {
    const news: Changes[] = []
    for (const { kind, ids, deletedIds } of announced) {
      const records = await changesOf(realmId).readByIds(kind, [...ids, ...deletedIds])
      const found = new Set(records.map(({ id }) => id))
      // QuickBooks may not find a new record yet. The next read of changes brings it.
      news.push({ kind, records, deletedIds: deletedIds.filter((id) => !found.has(id)) })
    }
    await add(realmId, news)
  }

  return {
    add,
    readAnnounced,
    /** Keeps records that we've just written to QuickBooks or read from it. */
    keep: (realmId: string, kind: RecordKind, records: readonly Versioned[]): Promise<void> =>
      store(realmId, [{ kind, records, deletedIds: [] }]),
  }
}
