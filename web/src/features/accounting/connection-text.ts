// Labels and descriptions of the QuickBooks connection's statuses.
import type { ConnectionStatus } from '@invoice-desk/contract/accounting-connection'
import { ApiError } from '../../shared/api-error.ts'
import { dateAndTime } from '../../shared/times.ts'
import type { Tone } from '../../shared/ui/notice.tsx'

const BADGES: Readonly<Record<string, { label: string; tone: Tone }>> = {
  connected: { label: 'Connected', tone: 'positive' },
  expired: { label: 'Expired', tone: 'warning' },
  invalid: { label: 'Invalid', tone: 'negative' },
  disconnected: { label: 'Disconnected', tone: 'neutral' },
  error: { label: 'Error', tone: 'negative' },
  loading: { label: 'Loading...', tone: 'neutral' },
}

export const connectionBadge = (status: string) =>
  BADGES[status] ?? { label: 'Unknown Status', tone: 'neutral' as const }

const momentOf = (iso: string | undefined): string => {
  const date = new Date(iso ?? '')
  return Number.isNaN(date.getTime()) ? 'an unknown time' : dateAndTime.format(date)
}

export const checkFailure = (error: unknown): string =>
  error instanceof ApiError && error.is('invalid_json', 'invalid_response')
    ? 'Invalid response from server'
    : 'Failed to check QBO status'

export const describeConnection = (connection: ConnectionStatus): string => {
  const { status, expiresAt, daysUntilExpiration = 0, reason, companyName } = connection
  switch (status) {
    case 'connected': {
      const company = `Connected to ${companyName ?? 'QuickBooks Online'}.`
      if (expiresAt === undefined) return company
      const days = daysUntilExpiration === 1 ? '1 day' : `${daysUntilExpiration} days`
      return `${company} If it isn't used, it expires on ${momentOf(expiresAt)} (in ${days}).`
    }
    case 'expired':
      return `Connection expired at ${momentOf(expiresAt)}`
    case 'invalid':
      return `Connection is no longer valid - ${reason ?? 'QuickBooks refused it'}`
    case 'unknown':
      return reason ?? "We don't recognize this status. If it doesn't change, reconnect QuickBooks."
    case 'error':
      return `We couldn't check the connection - ${reason ?? "QuickBooks isn't responding"}`
    default:
      return 'Connect to access your QuickBooks Online account'
  }
}

export const connectLabel = (status: string): string =>
  status === 'disconnected' || status === 'loading' ? 'Connect QuickBooks' : 'Reconnect QuickBooks'
