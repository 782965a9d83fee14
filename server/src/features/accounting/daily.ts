// Once a day: keeps an idle connection alive, warns before it ends, and finds bills entered by hand.
import type { Dependencies } from '../../dependencies.ts'
import { ProviderError } from '../../providers/provider-error.ts'
import type { Books } from './books.ts'
import { findConnectionRow } from './connection-queries.ts'
import { type NoticeKind, sendNotice } from './notices.ts'
import { insertIntent, settlePosting } from './queries.ts'
import { deleteEventsBefore, listApprovedWithoutPosting } from './sync-queries.ts'

const DAY_MS = 24 * 3_600 * 1_000
const WARN_DAYS = 7
const EVENT_DAYS_MAX = 30
const ADOPTED_A_DAY_MAX = 200

export type Daily = ReturnType<typeof createDaily>

export const createDaily = (dependencies: Dependencies, books: Books) => {
  const { database, quickbooks } = dependencies
  const { db } = database

  /** A call renews the tokens, and with them the hundred days; what still ends soon cannot be renewed. */
  const watchConnection = async (): Promise<void> => {
    const before = await findConnectionRow(db)
    if (!before) return
    if (before.state === 'connected')
      await quickbooks.company.getName(before.realmId).catch(ignoreProvider)
    const row = (await findConnectionRow(db)) ?? before
    const notice = noticeOf(row)
    if (notice) await db.transaction((tx) => sendNotice(dependencies, tx, notice))
  }

  /** The bill of an approved task may have been entered by hand; then its payment counts too. */
  const adoptBills = async (): Promise<void> => {
    const connection = await findConnectionRow(db)
    if (connection?.state !== 'connected') return
    for (const task of await listApprovedWithoutPosting(db, ADOPTED_A_DAY_MAX)) {
      const vendor = await books.findVendor(task.vendor)
      if (!vendor) continue
      const { bills } = await quickbooks.bills.findByInvoiceNumber(vendor.id, task.invoiceNumber)
      const bill = bills.find(({ totalCents }) => totalCents === task.amountCents)
      if (!bill) continue
      await db.transaction(async (tx) => {
        const content = {
          realmId: connection.realmId,
          vendorId: vendor.id,
          vendorName: vendor.name,
        }
        const intent = { ...content, accountId: '', date: bill.date, actor: 'system' }
        const { taskId, invoiceNumber, amountCents } = task
        const row = await insertIntent(tx, { ...intent, taskId, invoiceNumber, amountCents }, 0)
        const { id: billId, balanceCents } = bill
        const paidAt = balanceCents === 0 ? new Date() : null
        const found = { state: 'created', billId, isAdopted: true, balanceCents, paidAt } as const
        if (row) await settlePosting(tx, row, { ...found, failure: null })
      })
    }
  }

  return {
    run: async (): Promise<void> => {
      await deleteEventsBefore(db, new Date(Date.now() - EVENT_DAYS_MAX * DAY_MS))
      await watchConnection()
      await adoptBills().catch(ignoreProvider)
    },
  }
}

type Row = NonNullable<Awaited<ReturnType<typeof findConnectionRow>>>

const noticeOf = (row: Row): { kind: NoticeKind; reason: string } | undefined => {
  if (row.state === 'invalid')
    return { kind: 'invalid', reason: row.reason ?? 'no reason is known' }
  const leftMs = row.refreshExpiresAt.getTime() - Date.now()
  const day = row.refreshExpiresAt.toISOString().slice(0, 10)
  if (leftMs <= 0) return { kind: 'expired', reason: `it ended on ${day}` }
  return leftMs < WARN_DAYS * DAY_MS ? { kind: 'expiring', reason: `it ends on ${day}` } : undefined
}

/** An outage passes; the row says what is to be said about the connection. */
const ignoreProvider = (error: unknown): void => {
  if (!(error instanceof ProviderError)) throw error
}
