// Formats and checks dates. A calendar date doesn't depend on a time zone.

const CALENDAR_DATE = /^(\d{4})-(\d{2})-(\d{2})$/

// Created on first use, because creating one takes as long as formatting a hundred dates.
let inUtc: Intl.DateTimeFormat | undefined
let inLocalZone: Intl.DateTimeFormat | undefined

const formatOf = (zone: { timeZone?: string }): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: 'numeric', ...zone })

/** `Nov 15, 2026`, or `N/A` if it's missing or not a date. Accepts ISO dates and millisecond timestamps. */
export const formatDate = (value: string | number | null | undefined): string => {
  if (!value) return 'N/A'
  if (typeof value === 'string' && CALENDAR_DATE.test(value)) {
    inUtc ??= formatOf({ timeZone: 'UTC' })
    return isCalendarDate(value) ? inUtc.format(new Date(value)) : 'N/A'
  }
  const date = new Date(typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value)
  inLocalZone ??= formatOf({})
  return Number.isNaN(date.getTime()) ? 'N/A' : inLocalZone.format(date)
}

/** Why a text isn't a date. A date field is empty while it's incomplete. */
export const dateProblem = (text: unknown): string =>
  text === '' ? 'Choose a date.' : 'Enter the date as year-month-day, such as 2026-11-30.'

/** Whether the text is an existing day as `YYYY-MM-DD`. */
export const isCalendarDate = (text: string): boolean => {
  if (!CALENDAR_DATE.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}
