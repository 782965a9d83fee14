// Formats and checks dates. A calendar date doesn't depend on a time zone.

const CALENDAR_DATE = /^(\d{4})-(\d{2})-(\d{2})$/

// Created on first use, because creating one takes as long as formatting a hundred dates.
let format: Intl.DateTimeFormat | undefined

/** `Nov 15, 2026`, or `N/A` if it's missing or not a calendar date. */
export const formatDate = (day: string | null | undefined): string => {
  format ??= new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
  return day && isCalendarDate(day) ? format.format(new Date(day)) : 'N/A'
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
