// The daily job: keeps an idle connection alive, and warns before it expires.
import {
  CONNECTION_WARN_DAYS,
  RECONNECT_WARN_DAYS,
} from '@invoice-desk/contract/accounting/connection'
import { businessDay, DAY_MS } from '@invoice-desk/contract/values/business-day'
import { formatDate } from '@invoice-desk/contract/values/dates'
import type { Dependencies } from '../../dependencies.ts'
import { ProviderError } from '../../providers/provider-error.ts'
import { endOf } from '../../providers/quickbooks/tokens.ts'
import { limitReached } from './connection/limit.ts'
import { type ConnectionRow, findConnectionRow } from './connection/queries.ts'
import { deleteEventsBefore } from './copy/webhook-events.ts'
import { type NoticeKind, sendNotice } from './notices.ts'

const EVENT_DAYS_MAX = 30
/** Emails about a connection that can't be renewed start early, but come daily only in the last week. */
const EARLY_NOTICE_DAYS: readonly number[] = [RECONNECT_WARN_DAYS, 14]

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

export const noticeOf = (
  row: ConnectionRow,
  zone: string,
  now = Date.now(),
): { kind: NoticeKind; reason: string } | undefined => {
  if (row.state === 'invalid')
    return { kind: 'invalid', reason: row.reason ?? 'The reason is unknown' }
  const { at, isFinal } = endOf(row)
  const endDay = businessDay(at, zone)
  const day = formatDate(endDay)
  if (at.getTime() <= now) {
    const limit = isFinal ? limitReached(row, zone, now) : undefined
    return { kind: 'expired', reason: limit ?? `it expired on ${day}` }
  }
  const daysLeft = (Date.parse(endDay) - Date.parse(businessDay(now, zone))) / DAY_MS
  const isSoon =
    daysLeft <= CONNECTION_WARN_DAYS || (isFinal && EARLY_NOTICE_DAYS.includes(daysLeft))
  if (!isSoon) return undefined
  const reason = isFinal
    ? `Someone must reconnect QuickBooks by ${day}, because it ends every connection after five years`
    : `It expires on ${day}`
  return { kind: 'expiring', reason }
}

/** Outages are temporary, and the stored row already says what's wrong with the connection. */
const ignoreProvider = (error: unknown): void => {
  if (!(error instanceof ProviderError)) throw error
}
