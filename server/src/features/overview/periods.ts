// The days and moments at which the overview's periods start, in the business's time zone.
import { addDays, startOfBusinessDay } from '@invoice-desk/contract/business-day'

/** The first days of the last `count` weeks, which start on Monday. The last one contains today. */
export const weekStarts = (today: string, count: number): string[] => {
  const daysSinceMonday = (new Date(today).getUTCDay() + 6) % 7
  const monday = addDays(today, -daysSinceMonday)
  return Array.from({ length: count }, (_, n) => addDays(monday, 7 * (n + 1 - count)))
}

/** The first days of the last `count` months. The last one contains today. */
export const monthStarts = (today: string, count: number): string[] => {
  const [year = 0, month = 1] = today.split('-').map(Number)
  return Array.from({ length: count }, (_, n) =>
    new Date(Date.UTC(year, month + n - count, 1)).toISOString().slice(0, 10),
  )
}

const MOMENTS_MAX = 1_000

/** Remembers the moments, because finding when a day starts takes a while. */
export const createStartOf = (zone: string): ((day: string) => Date) => {
  const moments = new Map<string, Date>()
  return (day) => {
    const moment = moments.get(day) ?? startOfBusinessDay(day, zone)
    if (moments.size >= MOMENTS_MAX) moments.clear()
    moments.set(day, moment)
    return moment
  }
}
