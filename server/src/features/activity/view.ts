// Builds the administrator's view of an audit event: who did what to what, in words.
import type { ActivityEvent } from '@invoice-desk/contract/activity/activity'
import { actionText } from '@invoice-desk/contract/activity/audit-actions'
import { type Details, describeDetails } from '../../lib/audit-details.ts'
import type { EventRow } from './queries.ts'

export const eventView = (row: EventRow): ActivityEvent => ({
  id: String(row.id),
  at: row.at.toISOString(),
  actor: row.actor,
  text: actionText(row.action),
  detail: detailOf(row),
  address: row.address ?? undefined,
  subject: {
    kind: row.subjectKind,
    id: row.subjectId,
    label: labelOf(row),
    link: linkOf(row),
  },
})

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

const detailOf = ({ action, details }: EventRow): string => {
  if (action === 'vendor_mapping_changed') return changesOf(details)
  const isVendorNews = action === 'bill_vendor_changed' || action.startsWith('vendor_mapping')
  const vendor = isVendorNews ? textOf(details.vendor) : undefined
  return [vendor, describeDetails(details)].filter(Boolean).join(' · ')
}

const FIELD_LABELS: Readonly<Record<string, string>> = {
  email: 'email',
  vendor: 'vendor',
  qbBillAccount: 'bill account',
  track1099: '1099 tracking',
}

const isRecord = (value: unknown): value is Details => typeof value === 'object' && value !== null

const shown = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  return textOf(value) ?? 'none'
}

/** `vendor: Acme → Acme Tools`. */
const changesOf = ({ from, to }: Details): string => {
  if (!isRecord(from) || !isRecord(to)) return ''
  return Object.entries(FIELD_LABELS)
    .filter(([name]) => from[name] !== to[name])
    .map(([name, label]) => `${label}: ${shown(from[name])} → ${shown(to[name])}`)
    .join(' · ')
}

/** What it's called now, or what the event says about it. */
const labelOf = ({ subjectKind, subjectId, subjectName, details }: EventRow): string => {
  if (subjectName) return subjectName
  switch (subjectKind) {
    case 'connection':
      return 'QuickBooks'
    case 'job':
      return textOf(details.queue) ?? subjectId
    case 'vendor_mapping': {
      const { email } = isRecord(details.to) ? details.to : details
      return textOf(email) ?? 'deleted'
    }
    case 'vendor_invitation':
      return textOf(details.vendor) ?? 'removed'
    case 'customer':
      return textOf(details.name) ?? subjectId
    case 'retailer_import':
      return 'Amazon transactions'
    case 'relay_message':
      return 'deleted'
    default:
      return subjectId
  }
}

const SETTINGS_PAGES: Readonly<Record<string, string>> = {
  settings: '/settings',
  payments: '/payments/admin',
}

/** The path of the page that shows it. */
const linkOf = ({ subjectKind, subjectId, subjectName }: EventRow): string | undefined => {
  switch (subjectKind) {
    case 'bill':
      return subjectName === null ? undefined : `/approve-invoice?taskId=${subjectId}`
    case 'payment':
      return `/payments/admin?attempt=${subjectId}`
    case 'vendor_mapping':
      return subjectName === null ? undefined : withQuery('/vendors', { edit: subjectName })
    case 'vendor_invitation':
      return subjectName === null ? undefined : withQuery('/vendors', { tab: 'invitations' })
    case 'vendor':
      return withQuery('/vendors', { search: subjectId })
    case 'account':
      return '/accounts'
    case 'connection':
      return '/connections'
    case 'job':
      return '/jobs'
    case 'retailer_import':
      return '/amazon-transactions'
    case 'relay_mailbox':
    case 'relay_device':
    case 'relay_message':
      return '/mail-relay'
    case 'settings':
      return SETTINGS_PAGES[subjectId] ?? '/settings/health'
    default:
      return undefined
  }
}

const withQuery = (path: string, query: Record<string, string>): string =>
  `${path}?${new URLSearchParams(query)}`
