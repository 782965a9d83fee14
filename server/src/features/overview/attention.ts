// Says what needs attention and where to resolve it.
import {
  CONNECTION_WARN_DAYS,
  RECONNECT_WARN_DAYS,
} from '@invoice-desk/contract/accounting/connection'
import type { AttentionItem } from '@invoice-desk/contract/overview/overview'
import { businessDay, DAY_MS } from '@invoice-desk/contract/values/business-day'
import { formatDate } from '@invoice-desk/contract/values/dates'
import type { AttentionRow, Counted, Covered } from './attention-queries.ts'

/** Most urgent first. */
export const attentionItems = (
  row: AttentionRow,
  covered: Covered,
  zone: string,
  now = Date.now(),
): AttentionItem[] => {
  const connection = covered.connections && connectionProblem(row.connection, zone, now)
  return [
    fact(
      'payments_paused',
      row.isPaused && "Customers can't pay until you've reconciled",
      '/payments/admin',
    ),
    fact('connection', connection, '/connections'),
    counted(
      'payments_to_review',
      row.payments,
      ['payment needs review', 'payments need review'],
      '/payments/admin?view=review',
      '/payments/admin?attempt=',
    ),
    counted(
      'bills_refused',
      row.refused,
      [
        "approved invoice couldn't be added to QuickBooks",
        "approved invoices couldn't be added to QuickBooks",
      ],
      '/invoices?attention=quickbooks',
      '/approve-invoice?taskId=',
    ),
    counted(
      'bills_to_void',
      row.toVoid,
      [
        'bill of a rejected invoice must be voided in QuickBooks',
        'bills of rejected invoices must be voided in QuickBooks',
      ],
      '/approve-invoice',
    ),
    counted(
      'failed_jobs',
      row.failedJobs,
      ['background job failed', 'background jobs failed'],
      '/jobs',
    ),
    counted(
      'vendor_details_to_review',
      row.detailsToReview,
      ['vendor sent details to review', 'vendors sent details to review'],
      '/vendors?tab=invitations',
    ),
    counted(
      'mappings_without_account',
      row.withoutAccount,
      ['vendor mapping has no bill account', 'vendor mappings have no bill account'],
      '/vendors?hasAccount=no',
    ),
  ].flatMap((item) => item ?? [])
}

type Found = AttentionItem | undefined
type Kind = AttentionItem['kind']

const fact = (kind: Kind, text: string | false | null | undefined, link: string): Found =>
  text ? { kind, count: 1, text, link, examples: [] } : undefined

/** `exampleLink` is followed by the id of an example. */
const counted = (
  kind: Kind,
  found: number | Counted | null,
  [one, many]: readonly [string, string],
  link: string,
  exampleLink?: string,
): Found => {
  const { count, first } = typeof found === 'number' ? { count: found, first: [] } : { ...found }
  if (!count) return undefined
  const examples = (first ?? []).map(({ id, label }) => ({ label, link: `${exampleLink}${id}` }))
  return { kind, count, text: `${count} ${count === 1 ? one : many}`, link, examples }
}

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
