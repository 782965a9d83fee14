// Dates and times in QuickBooks' formats, with the Pacific offset.

const OFFSET_MS = 8 * 60 * 60 * 1000

const pacific = (at: Date) => new Date(at.getTime() - OFFSET_MS).toISOString()

/** For `MetaData`: `2026-11-03T04:05:06-08:00`. */
export const storedTime = (at = new Date()): string => `${pacific(at).slice(0, 19)}-08:00`

/** For the `time` of an answer: `2026-11-03T04:05:06.789-08:00`. */
export const preciseTime = (at = new Date()): string => `${pacific(at).slice(0, 23)}-08:00`

const DAY_MS = 24 * 60 * 60 * 1000

export const dayFromToday = (days: number): string =>
  new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10)

const DATE = /^\d{4}-\d{2}-\d{2}$/

/** Rejects 2026-02-31, which `Date.parse` would turn into March. */
export const isDate = (text: string): boolean => {
  if (!DATE.test(text)) return false
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}
