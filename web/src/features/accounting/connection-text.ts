// Labels and descriptions of the QuickBooks connection's statuses.
import {
  CONNECTION_WARN_DAYS,
  type ConnectionStatus,
  RECONNECT_WARN_DAYS,
} from '@invoice-desk/contract/accounting/connection'
import { ApiError } from '../../shared/api/api-error.ts'
import { dateAndTime, formatDay } from '../../shared/text/times.ts'
import type { Tone } from '../../shared/ui/feedback/notice.tsx'

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

/** Whether someone should reconnect now, although the connection still works. */
export const endsSoon = (connection: ConnectionStatus | undefined): boolean => {
  const { status, daysUntilExpiration, mustReconnect } = connection ?? {}
  const warnDays = mustReconnect ? RECONNECT_WARN_DAYS : CONNECTION_WARN_DAYS
  return status === 'connected' && (daysUntilExpiration ?? warnDays) < warnDays
}

/** `Dec 7, 2026 (in 19 days)`. On the last day, the time matters. */
const endOf = (expiresAt: string, days: number): string => {
  if (days < 1) return `${momentOf(expiresAt)} (in less than a day)`
  return `${formatDay(expiresAt)} (in ${days === 1 ? '1 day' : `${days} days`})`
}

export const describeConnection = (connection: ConnectionStatus): string => {
  const { status, expiresAt, daysUntilExpiration = 0, mustReconnect, reason } = connection
  switch (status) {
    case 'connected': {
      const company = `Connected to ${connection.companyName ?? 'QuickBooks Online'}.`
      if (expiresAt === undefined) return company
      const end = endOf(expiresAt, daysUntilExpiration)
      if (mustReconnect)
        return `${company} Reconnect by ${end}. QuickBooks ends every connection after five years.`
      return endsSoon(connection)
        ? `${company} Reconnect by ${end}, or it may expire.`
        : `${company} If it isn't used, it expires on ${end}.`
    }
    case 'expired':
      return `Connection expired at ${momentOf(expiresAt)}${mustReconnect && reason ? ` - ${reason}` : ''}`
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
