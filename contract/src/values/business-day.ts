// Computes calendar days as `YYYY-MM-DD` in the business's time zone.

export const DEFAULT_TIME_ZONE = 'America/New_York'

const QUARTER_HOUR_MS = 15 * 60_000
export const DAY_MS = 96 * QUARTER_HOUR_MS

/** Accepts names such as `America/Chicago`, not offsets, which have no daylight saving time. */
export const isTimeZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return /^[a-z]/i.test(name)
  } catch {
    return false
  }
}

/** Cached, because creating one is slow. */
const formats = new Map<string, Intl.DateTimeFormat>()

const makeFormat = (zone: string): Intl.DateTimeFormat => {
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
  const format = new Intl.DateTimeFormat('en-US', { ...parts, timeZone: zone })
  formats.set(zone, format)
  return format
}

/** The day in the zone at this moment. */
export const businessDay = (moment: Date | number, zone: string): string => {
  const format = formats.get(zone) ?? makeFormat(zone)
  const parts = new Map(format.formatToParts(moment).map(({ type, value }) => [type, value]))
  return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`
}

/** When the day starts in the zone. Zones differ from UTC by multiples of 15 minutes. */
export const startOfBusinessDay = (day: string, zone: string): Date => {
  let moment = Date.parse(day) - DAY_MS
  while (businessDay(moment, zone) < day) moment += QUARTER_HOUR_MS
  return new Date(moment)
}

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

/** The day after this many business days, which are Monday through Friday. */
export const addBusinessDays = (day: string, days: number): string => {
  const next = addDays(day, 1)
  const isWeekend = [0, 6].includes(new Date(next).getUTCDay())
  return days === 0 ? day : addBusinessDays(next, isWeekend ? days : days - 1)
}

/** The first day of the day's week. Weeks start on Monday. */
export const mondayOf = (day: string): string =>
  addDays(day, -((new Date(day).getUTCDay() + 6) % 7))

/** When the days of a filter start and end in the zone. */
export const momentsIn = (zone: string) => {
  const startOf = (day: string | undefined): Date | undefined =>
    day === undefined ? undefined : startOfBusinessDay(day, zone)
  return {
    startOf,
    endOf: (day: string | undefined) => startOf(day === undefined ? day : addDays(day, 1)),
  }
}
