// Days and times in the business's time zone, as in filters, exports and emails.
import { businessDay } from '@invoice-desk/contract/values/business-day'
import { formatDate, isCalendarDate } from '@invoice-desk/contract/values/dates'
import { pageSettings } from '../api/page-settings.ts'

const { timeZone } = pageSettings

/** `Nov 15, 2026`, or `N/A` if it's missing or not a date. Accepts calendar dates, ISO dates and millisecond timestamps. */
export const formatDay = (value: string | number | null | undefined): string => {
  const text = String(value || '')
  if (isCalendarDate(text)) return formatDate(text)
  const moment = new Date(/^\d+$/.test(text) ? Number(text) : text)
  return formatDate(Number.isNaN(moment.getTime()) ? '' : businessDay(moment, timeZone))
}

/** `Nov 16, 2026, 2:05 PM`. */
export const dateAndTime = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone,
})

/** `2:05 PM`. */
export const timeOfDay = new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone })

const ago = new Intl.RelativeTimeFormat('en-US')
const UNITS = [
  ['day', 24 * 60 * 60_000],
  ['hour', 60 * 60_000],
  ['minute', 60_000],
] as const

/** `a moment ago`, `2 minutes ago`, `3 days ago`. */
export const agoText = (time: string, now: number): string => {
  const ageMs = now - Date.parse(time)
  const unit = UNITS.find(([, ms]) => ageMs >= ms)
  return unit ? ago.format(-Math.floor(ageMs / unit[1]), unit[0]) : 'a moment ago'
}
