// Stores what we learn from QuickBooks in our copy, and what it means for posted bills.
import type { Dependencies } from '../../../dependencies.ts'
import {
  type Changes,
  RECORD_KINDS,
  type RecordKind,
  type RecordOf,
  type Versioned,
} from '../../../providers/quickbooks/changes.ts'
import { followBills } from './posted-bills.ts'
import { deleteRecords, listLinkedIds, upsertRecords } from './records.ts'

/** Whose changes can change the balance of which documents. */
const LINKS = [
  {
    from: 'payment',
    to: 'invoice',
    idsOf: (record: Versioned) => (record as RecordOf<'payment'>).invoices.map(({ id }) => id),
  },
  {
    from: 'billpayment',
    to: 'bill',
    idsOf: (record: Versioned) => (record as RecordOf<'billpayment'>).billIds,
  },
] as const

const idsIn = (news: readonly Changes[], kind: RecordKind): string[] =>
  news
    .filter((changes) => changes.kind === kind)
    .flatMap(({ records, deletedIds }) => [...records.map(({ id }) => id), ...deletedIds])

/** Always the same, so two writers of the same records can't deadlock. */
const inOrder = (news: readonly Changes[]): Changes[] =>
  news.toSorted((a, b) => RECORD_KINDS.indexOf(a.kind) - RECORD_KINDS.indexOf(b.kind))

export const createCopyStore = (dependencies: Dependencies) => {
  const { db } = dependencies.database
  const { changesOf } = dependencies.quickbooks.for('background')

  const store = (realmId: string, news: readonly Changes[]): Promise<void> =>
    db.transaction(async (tx) => {
      for (const { kind, records, deletedIds } of inOrder(news)) {
        await upsertRecords(tx, realmId, kind, records)
        await deleteRecords(tx, realmId, kind, deletedIds)
      }
      const billIds = idsIn(news, 'bill')
      if (billIds.length > 0) await followBills(dependencies, tx, realmId, billIds)
    })

  /** Stores changes, and the documents whose balance they may have changed if those aren't among them. */
  const add = async (realmId: string, news: readonly Changes[]): Promise<void> => {
    const linked: Changes[] = []
    for (const { from, to, idsOf } of LINKS) {
      const changed = news.filter(({ kind }) => kind === from)
      const ids = new Set([
        ...(await listLinkedIds(db, realmId, from, idsIn(news, from))),
        ...changed.flatMap(({ records }) => records.flatMap(idsOf)),
      ])
      const read = new Set(idsIn(news, to))
      const unread = [...ids].filter((id) => !read.has(id))
      const records = await changesOf(realmId).readByIds(to, unread)
      linked.push({ kind: to, records, deletedIds: [] })
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
    /** Keeps a bill that we've just added or found. If that fails, the next refresh brings it. */
    keepBill: (realmId: string, bill: Versioned): Promise<void> =>
      store(realmId, [{ kind: 'bill', records: [bill], deletedIds: [] }]).catch((err: unknown) =>
        dependencies.log.warn({ err }, "a bill couldn't be kept in the copy of QuickBooks"),
      ),
  }
}
