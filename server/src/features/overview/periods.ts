// The days and moments at which the overview's periods start, in the business's time zone.
import {
  addDays,
  businessDay,
  DAY_MS,
  mondayOf,
  startOfBusinessDay,
} from '@invoice-desk/contract/values/business-day'

/** The first days of the last `count` weeks, which start on Monday. The last one contains today. */
export const weekStarts = (today: string, count: number): string[] => {
  const monday = mondayOf(today)
  return Array.from({ length: count }, (_, n) => addDays(monday, 7 * (n + 1 - count)))
}

/** The first days of the last `count` months. The last one contains today. */
export const monthStarts = (today: string, count: number): string[] => {
  const [year = 0, month = 1] = today.split('-').map(Number)
  return Array.from({ length: count }, (_, n) =>
    new Date(Date.UTC(year, month + n - count, 1)).toISOString().slice(0, 10),
  )
}

export const daysBetween = (first: string, last: string): number =>
  Math.round((Date.parse(last) - Date.parse(first)) / DAY_MS)

const MOMENTS_MAX = 1_000

/** Days in the current zone. Remembers when they start, because finding that takes a while. */
export const createCalendar = (zoneNow: () => string) => {
  const moments = new Map<string, Date>()
  const dayOf = (moment: number): string => businessDay(moment, zoneNow())
  return {
    dayOf,
    today: (): string => dayOf(Date.now()),
    startOf: (day: string): Date => {
      const zone = zoneNow()
      const key = `${day} ${zone}`
      const moment = moments.get(key) ?? startOfBusinessDay(day, zone)
      if (moments.size >= MOMENTS_MAX) moments.clear()
      moments.set(key, moment)
      return moment
    },
  }
}
