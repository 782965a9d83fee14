// A list's filters as the URL has them. A range is a preset such as `last-week`, or `from..to` with either end empty.

import { isFilterDay } from '@invoice-desk/contract/http/list-query'
import { addDays, mondayOf } from '@invoice-desk/contract/values/business-day'
import { formatUsd, typedCents } from '@invoice-desk/contract/values/money'
import { formatDay } from '../text/times.ts'

export type Range = { readonly from: string; readonly to: string }

export const rangeOf = (text: string): Range => {
  const [from = '', to = ''] = text.split('..')
  return { from, to }
}

export const rangeText = ({ from, to }: Range): string => (from || to ? `${from}..${to}` : '')

// Days

/** Weeks start on Monday, as in the overview's charts. */
const weekOf = (day: string): Range => {
  const from = mondayOf(day)
  return { from, to: addDays(from, 6) }
}

const monthOf = (day: string): Range => {
  const from = `${day.slice(0, 8)}01`
  const next = `${addDays(from, 31).slice(0, 8)}01`
  return { from, to: addDays(next, -1) }
}

/** Today is one of them. */
const lastDays = (today: string, days: number): Range => ({
  from: addDays(today, 1 - days),
  to: today,
})

type Preset = { readonly label: string; readonly days: (today: string) => Range }

const PRESETS = {
  overdue: { label: 'Before today', days: (today) => ({ from: '', to: addDays(today, -1) }) },
  today: { label: 'Today', days: (today) => ({ from: today, to: today }) },
  'this-week': { label: 'This week', days: weekOf },
  'next-week': { label: 'Next week', days: (today) => weekOf(addDays(today, 7)) },
  'last-week': { label: 'Last week', days: (today) => weekOf(addDays(today, -7)) },
  'last-7-days': { label: 'Last 7 days', days: (today) => lastDays(today, 7) },
  'last-30-days': { label: 'Last 30 days', days: (today) => lastDays(today, 30) },
  'this-month': { label: 'This month', days: monthOf },
  'last-month': { label: 'Last month', days: (today) => monthOf(addDays(monthOf(today).from, -1)) },
} as const satisfies Record<string, Preset>
export type PresetName = keyof typeof PRESETS

export const presetLabel = (name: PresetName): string => PRESETS[name].label

/** For days in the past, and for due dates. */
export const PAST_PRESETS: readonly PresetName[] = [
  'today',
  'this-week',
  'last-week',
  'this-month',
  'last-month',
]
export const DUE_PRESETS: readonly PresetName[] = [
  'overdue',
  'today',
  'this-week',
  'next-week',
  'this-month',
]

const isPreset = (text: string): text is PresetName => Object.hasOwn(PRESETS, text)

const isOrdered = <T extends string | number>(from: T | '', to: T | ''): boolean =>
  from === '' || to === '' || from <= to

/** The text, or empty if it names no days. */
export const readDays = (text: string): string => {
  if (isPreset(text)) return text
  const { from, to } = rangeOf(text)
  const isValid = [from, to].every((day) => day === '' || isFilterDay(day))
  return isValid && isOrdered(from, to) ? rangeText({ from, to }) : ''
}

/** The days in a URL. Older links have them in `from` and `to`. */
export const readDaysOf = (params: URLSearchParams, name: string): string => {
  const textOf = (param: string) => (params.get(param) ?? '').trim()
  return readDays(textOf(name)) || readDays(rangeText({ from: textOf('from'), to: textOf('to') }))
}

export const daysOf = (text: string, today: string): Range =>
  isPreset(text) ? PRESETS[text].days(today) : rangeOf(text)

/** As the server is asked for it: `dueFrom` and `dueTo` for `due`. Also for amounts, which have no presets. */
export const rangeFields = <Name extends string>(name: Name, text: string, today: string) => {
  const { from, to } = daysOf(text, today)
  return { [`${name}From`]: from, [`${name}To`]: to } as Record<`${Name}${'From' | 'To'}`, string>
}

/** In words: `last week`, `from Nov 1, 2026`. */
export const daysInWords = (text: string): string => {
  if (isPreset(text)) return presetLabel(text).toLowerCase()
  const { from, to } = rangeOf(text)
  if (from && to) return `${formatDay(from)} to ${formatDay(to)}`
  return from ? `from ${formatDay(from)}` : `until ${formatDay(to)}`
}

// Amounts

const centsOfText = (text: string): number | '' => (text === '' ? '' : (typedCents(text) ?? ''))

/** The text, or empty if it isn't a range of amounts. */
export const readAmounts = (text: string): string => {
  const { from, to } = rangeOf(text)
  const isValid = [from, to].every((each) => each === '' || typedCents(each) !== undefined)
  return isValid && isOrdered(centsOfText(from), centsOfText(to)) ? rangeText({ from, to }) : ''
}

/** In words: `$1,000.00 or more`. */
export const amountsInWords = (text: string): string => {
  const { from, to } = rangeOf(text)
  const dollars = (amount: string) => formatUsd(typedCents(amount) ?? 0)
  if (from && to) return `${dollars(from)} to ${dollars(to)}`
  return from ? `${dollars(from)} or more` : `up to ${dollars(to)}`
}

// Choices

/** The values that a text with commas names. */
export const chosenOf = <Value extends string>(values: readonly Value[], text: string): Value[] => {
  const chosen = text.split(',')
  return values.filter((value) => chosen.includes(value))
}
