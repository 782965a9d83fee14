// The words of the specification for what goes wrong here, and how a transaction is written.
import { isCalendarDate } from '@invoice-desk/contract/dates'
import { formatDollars } from '@invoice-desk/contract/money'
import { isUnanswered, serverText } from '../../shared/api-error.ts'

const FETCH_FAILED = 'Failed to fetch transactions'
const VERIFY_FAILED = 'Verification failed'
const VERIFY_NOT_SENT = 'Failed to submit verification'

export const fetchFailure = (error: unknown): string => serverText(error) ?? FETCH_FAILED

export const verifyFailure = (error: unknown): string =>
  isUnanswered(error) ? VERIFY_NOT_SENT : (serverText(error) ?? VERIFY_FAILED)

/** A day as the visitor's own country writes it; a calendar date is the same day in every zone. */
export const localDate = (day: string, locale?: string): string => {
  const date = new Date(day)
  if (Number.isNaN(date.getTime())) return 'N/A'
  return date.toLocaleDateString(locale, isCalendarDate(day) ? { timeZone: 'UTC' } : {})
}

/** A dollar sign and two decimals; refunds with a minus in front. */
export const dollars = formatDollars

/** The address, if it is one that may be opened; what else may stand there is only text. */
export const safeLink = (url: string): string | undefined =>
  URL.parse(url)?.protocol === 'https:' ? url : undefined

const numbers = new Intl.NumberFormat('en-US')

/** `1 transaction`, `12,000 transactions`. */
export const counted = (count: number, unit: string): string =>
  `${numbers.format(count)} ${unit}${count === 1 ? '' : 's'}`
