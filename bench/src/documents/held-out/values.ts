// Made-up values for the held-out invoices.
import { addDays, randomFrom } from '../pen.ts'

export type Item = { readonly name: string; readonly quantity: number; readonly unitCents: number }

export type Values = {
  readonly random: () => number
  readonly pick: <T>(options: readonly T[]) => T
  readonly digits: (count: number) => string
  readonly date: string
  readonly terms: number
  readonly dueDate: string
  readonly items: readonly Item[]
  readonly netCents: number
  readonly taxRate: number
  readonly taxCents: number
  readonly totalCents: number
}

const NAMES = [
  'Site survey',
  'Brand workshop 2026',
  'Monthly retainer',
  'Translation, 1200 words',
  'Hosting plan M',
  'Cable 5 m',
  'On-call support',
  'Photography',
  'Travel 240 km',
] as const

/** The same seed always has the same values. `taxRate` is in percent. */
export const valuesOf = (seed: number, taxRate: number, terms: readonly number[]): Values => {
  const random = randomFrom(seed * 7_919 + 13)
  const whole = (min: number, max: number) => min + Math.floor(random() * (max - min + 1))
  const pick = <T>(options: readonly T[]): T => options[whole(0, options.length - 1)] as T
  const date = addDays('2025-11-20', whole(0, 500))
  const days = pick(terms)
  const items = Array.from({ length: whole(1, 5) }, () => ({
    name: pick(NAMES),
    quantity: whole(1, 12),
    unitCents: pick([whole(300, 9_900), whole(10, 99) * 100, whole(100_00, 2_400_00)]),
  }))
  const netCents = items.reduce((sum, { quantity, unitCents }) => sum + quantity * unitCents, 0)
  const taxCents = Math.round((netCents * taxRate) / 100)
  const digits = (count: number) =>
    Array.from({ length: count }, (_, index) => whole(index === 0 ? 1 : 0, 9)).join('')
  return {
    ...{ random, pick, digits, date, terms: days, dueDate: addDays(date, days) },
    ...{ items, netCents, taxRate, taxCents, totalCents: netCents + taxCents },
  }
}

export const money = (cents: number, locale: string): string =>
  new Intl.NumberFormat(locale, { minimumFractionDigits: 2, useGrouping: 'always' }).format(
    cents / 100,
  )

export const longDate = (day: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))

export const mediumDate = (day: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day))

const parts = (day: string) => day.split('-') as [string, string, string]

export const numeric = {
  us: (day: string) => parts(day).slice(1).concat(parts(day)[0]).join('/'),
  slashed: (day: string) => parts(day).reverse().join('/'),
  dotted: (day: string) => parts(day).reverse().join('.'),
  dashed: (day: string) => parts(day).reverse().join('-'),
  short: (day: string) =>
    parts(day)
      .reverse()
      .map((part) => part.slice(-2))
      .join('.'),
}
