// Says what needs attention and where to resolve it.
import {
  CONNECTION_WARN_DAYS,
  RECONNECT_WARN_DAYS,
} from '@invoice-desk/contract/accounting/connection'
import type { AttentionItem } from '@invoice-desk/contract/overview/overview'
import { businessDay, DAY_MS } from '@invoice-desk/contract/values/business-day'
import { formatDate } from '@invoice-desk/contract/values/dates'
import type { AttentionRow, Covered, Example } from './attention-queries.ts'

/** Most urgent first. */
export const attentionItems = (
  row: AttentionRow,
  covered: Covered,
  zone: string,
  now = Date.now(),
): AttentionItem[] => {
  const connection = covered.connections ? connectionProblem(row.connection, zone, now) : undefined
  return [
    item(
      'payments_paused',
      row.isPaused ? 1 : 0,
      "Customers can't pay until you've reconciled",
      '/payments/admin',
    ),
    item('connection', connection ? 1 : 0, connection ?? '', '/connections'),
    item(
      'payments_to_review',
      row.payments?.count,
      counted(row.payments?.count, 'payment needs review', 'payments need review'),
      '/payments/admin?view=review',
      examples(row.payments?.first, '/payments/admin?attempt='),
    ),
    item(
      'bills_refused',
      row.refused?.count,
      counted(
        row.refused?.count,
        "approved invoice couldn't be added to QuickBooks",
        "approved invoices couldn't be added to QuickBooks",
      ),
      '/invoices?attention=quickbooks',
      examples(row.refused?.first, '/approve-invoice?taskId='),
    ),
    item(
      'bills_to_void',
      row.toVoid,
      counted(
        row.toVoid,
        'bill of a rejected invoice must be voided in QuickBooks',
        'bills of rejected invoices must be voided in QuickBooks',
      ),
      '/approve-invoice',
    ),
    item(
      'failed_jobs',
      row.failedJobs,
      counted(row.failedJobs, 'background job failed', 'background jobs failed'),
      '/jobs',
    ),
    item(
      'vendor_details_to_review',
      row.detailsToReview,
      counted(
        row.detailsToReview,
        'vendor sent details to review',
        'vendors sent details to review',
      ),
      '/vendors?tab=invitations',
    ),
    item(
      'mappings_without_account',
      row.withoutAccount,
      counted(
        row.withoutAccount,
        'vendor mapping has no bill account',
        'vendor mappings have no bill account',
      ),
      '/vendors?hasAccount=no',
    ),
  ].filter(({ count }) => count > 0)
}

const item = (
  kind: AttentionItem['kind'],
  count: number | null | undefined,
  text: string,
  link: string,
  few: AttentionItem['examples'] = [],
): AttentionItem => ({ kind, count: count ?? 0, text, link, examples: few })

const counted = (count: number | null | undefined, one: string, many: string): string =>
  `${count ?? 0} ${count === 1 ? one : many}`

const examples = (first: readonly Example[] | null | undefined, path: string) =>
  (first ?? []).map(({ id, label }) => ({ label, link: `${path}${id}` }))

const connectionProblem = (
  connection: AttentionRow['connection'],
  zone: string,
  now: number,
): string | undefined => {
  if (!connection) return "QuickBooks isn't connected"
  if (connection.state !== 'connected') return 'The QuickBooks connection no longer works'
  const { expiresAt, hardExpiresAt } = connection
  const hardLeftMs =
    hardExpiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(hardExpiresAt) - now
  const leftMs = Math.min(Date.parse(expiresAt) - now, hardLeftMs)
  if (leftMs <= 0) return 'The QuickBooks connection has expired'
  const isSoon = hardLeftMs < RECONNECT_WARN_DAYS * DAY_MS || leftMs < CONNECTION_WARN_DAYS * DAY_MS
  if (!isSoon) return undefined
  // The year is clear.
  const [day] = formatDate(businessDay(now + leftMs, zone)).split(',')
  return `Reconnect QuickBooks by ${day}`
}
