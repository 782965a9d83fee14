// Error messages, and how a transaction's values are formatted.
import { isCalendarDate } from '@invoice-desk/contract/values/dates'
import { isUnanswered, serverText } from '../../shared/api/api-error.ts'

const FETCH_FAILED = 'Failed to fetch transactions'
const VERIFY_FAILED = 'Verification failed'
const VERIFY_NOT_SENT = 'Failed to submit verification'

export const fetchFailure = (error: unknown): string => serverText(error) ?? FETCH_FAILED

export const verifyFailure = (error: unknown): string =>
  isUnanswered(error) ? VERIFY_NOT_SENT : (serverText(error) ?? VERIFY_FAILED)

/** In the visitor's locale. A calendar date is the same day in every time zone. */
export const localDate = (day: string, locale?: string): string => {
  const date = new Date(day)
  if (Number.isNaN(date.getTime())) return 'N/A'
  return date.toLocaleDateString(locale, isCalendarDate(day) ? { timeZone: 'UTC' } : {})
}

/** The URL if it is safe to open. */
export const safeLink = (url: string): string | undefined =>
  URL.parse(url)?.protocol === 'https:' ? url : undefined
