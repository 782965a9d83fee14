// The daily job: keeps an idle connection alive, and warns before it expires.
import { CONNECTION_WARN_DAYS } from '@invoice-desk/contract/accounting-connection'
import { businessDay, DAY_MS } from '@invoice-desk/contract/business-day'
import { formatDate } from '@invoice-desk/contract/dates'
import type { Dependencies } from '../../dependencies.ts'
import { ProviderError } from '../../providers/provider-error.ts'
import { type ConnectionRow, findConnectionRow } from './connection/queries.ts'
import { deleteEventsBefore } from './copy/webhook-events.ts'
import { type NoticeKind, sendNotice } from './notices.ts'

const EVENT_DAYS_MAX = 30

export const createDaily = (dependencies: Dependencies) => {
  const { config, database, quickbooks } = dependencies
  const { db } = database

  /** A call renews the tokens for another hundred days. A connection that still expires soon can't be renewed. */
  const watchConnection = async (): Promise<void> => {
    const before = await findConnectionRow(db)
    if (!before) return
    if (before.state === 'connected')
      await quickbooks.for('staff').company.getName(before.realmId).catch(ignoreProvider)
    const row = (await findConnectionRow(db)) ?? before
    const notice = noticeOf(row, config.businessTimeZone)
    if (notice) await db.transaction((tx) => sendNotice(dependencies, tx, notice))
  }

  return async (): Promise<void> => {
    await deleteEventsBefore(db, new Date(Date.now() - EVENT_DAYS_MAX * DAY_MS))
    await watchConnection()
  }
}

const noticeOf = (
  row: ConnectionRow,
  zone: string,
): { kind: NoticeKind; reason: string } | undefined => {
  if (row.state === 'invalid')
    return { kind: 'invalid', reason: row.reason ?? 'The reason is unknown' }
  const leftMs = row.refreshExpiresAt.getTime() - Date.now()
  const day = formatDate(businessDay(row.refreshExpiresAt, zone))
  if (leftMs <= 0) return { kind: 'expired', reason: `It expired on ${day}` }
  return leftMs < CONNECTION_WARN_DAYS * DAY_MS
    ? { kind: 'expiring', reason: `It expires on ${day}` }
    : undefined
}

/** Outages are temporary, and the stored row already says what's wrong with the connection. */
const ignoreProvider = (error: unknown): void => {
  if (!(error instanceof ProviderError)) throw error
}
