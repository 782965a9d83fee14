// Finds the invoice's date and when it's due.
import { type Document, rightOf, valueBelow } from './beside.ts'
import { type FoundDate, findDates, type Order } from './find-dates.ts'
import type { Kind } from './labels.ts'
import type { Label } from './match-labels.ts'
import { findTerms, isAboutDiscount, isAboutPaying } from './terms.ts'

type Days = { readonly date?: string; readonly dueDate?: string }
type Candidates = { readonly dates: readonly FoundDate[]; readonly dues: readonly FoundDate[] }

/** Longer isn't plausible. */
const TERMS_MAX = 400

export const findDays = (document: Document, currency: string | undefined): Days => {
  const lines = document.rows.map((row) => row.map(({ text }) => text).join('  '))
  const candidates = { dates: datesOf(document), dues: duesOf(document) }
  const terms = findTerms(lines)
  const order =
    orderOf(lines, candidates, terms) ?? usualOrder(document, lines, candidates, currency)
  const date = onlyOne(candidates.dates, order)
  const computed = terms !== undefined && date !== undefined ? addDays(date, terms) : undefined
  const stated = onlyOne(candidates.dues, order)
  // If two dates differ, one may be for a discount. The terms say which is which.
  const isStated = candidates.dues.some((due) => onlyOne([due], order) === computed)
  const isUsable = candidates.dues.length === 0 || isStated
  const dueDate = stated ?? (isUsable ? computed : undefined)
  const isPlausible = dueDate !== undefined && (date === undefined || areInOrder(date, dueDate))
  return { ...(date && { date }), ...(isPlausible && { dueDate }) }
}

const datesOf = (document: Document): FoundDate[] => {
  const byKind = (kind: Kind) =>
    document.labels.flatMap((label) => (label.kind === kind ? dateBeside(document, label) : []))
  const specific = byKind('date')
  if (specific.length > 0) return specific
  const plain = [...byKind('plain date'), ...byKind('of date')]
  const isLabeled = document.labels.some(({ kind }) => kind === 'date' || kind === 'plain date')
  return plain.length > 0 || isLabeled ? plain : datesAlone(document)
}

/** `November 3, 2026` or `Berlin, November 3, 2026` on a line of its own, as in a letter. */
const datesAlone = ({ rows }: Document): FoundDate[] =>
  rows
    .filter(([cell, other]) => cell?.page === 0 && !other)
    .flat()
    .flatMap(({ text }) => {
      const [date, other] = findDates(text)
      const isAlone = date && !other && date.end === text.length
      return isAlone && /^(?:\p{L}[\p{L} -]{1,30}, ?)?$/u.test(text.slice(0, date.index))
        ? [date]
        : []
    })

const duesOf = (document: Document): FoundDate[] => {
  const { labels } = document
  const labeled = labels.flatMap((label) => {
    if (label.kind === 'due date')
      return isAboutDiscount(label.rest) ? [] : dateBeside(document, label)
    // `Total due on November 3, 2026`
    return label.kind === 'due amount' ? dateIn(label.inline) : []
  })
  if (labeled.length > 0) return labeled
  // `Please transfer the amount by November 3, 2026`
  return labels.flatMap((label) => {
    const isDue = label.kind === 'until' && isAboutPaying(label.before, label.rest)
    return isDue ? dateIn(label.inline) : []
  })
}

const FILLER =
  /^[\s:,.()-]*(?:(?:on|by|the|is|before|am|den|zum|bis|le|du|el|il|del|op|vóór|voor|em|dnia|do)[\s:]+){0,2}$/iu

/** `10/01/2026 - 10/31/2026`, `10/01/2026 & 10/08/2026` */
const RANGE =
  /^ ?(?:[-–—&+]|to|thru|through|until|and|bis|und|au|à|et|al|a|y|e|tot|en|até|do|i)(?!\p{L}) ?\S*\d/iu

/** At the start of a text. */
const dateIn = (text: string): FoundDate[] => {
  const [date] = findDates(text)
  if (!date || RANGE.test(text.slice(date.end))) return []
  return FILLER.test(text.slice(0, date.index)) ? [date] : []
}

/** What may precede a label in its cell. Anything else makes it another label, such as `Deliverables due`. */
const LEAD =
  /^(?:please|bitte|this|the|your|our|is|are|was|and|invoice|bill|payment|amount|total|balance|full|in|of|to|be|made|[-–|·,:/]|\S*\d\S*|)$/iu
const isLead = (before: string): boolean => before.split(' ').every((word) => LEAD.test(word))

const dateBeside = (document: Document, label: Label): FoundDate[] => {
  if (label.kind === 'of date') return isOfInvoice(label) ? dateIn(label.rest) : []
  // `Berlin, den …` is fine.
  const isPlace = label.kind === 'plain date' && /,$/.test(label.before)
  if (!isLead(label.before) && !isPlace) return []
  // Words for a part of a date may be labels too: `3 de noviembre`.
  const inline = dateIn(label.rest)
  if (inline.length > 0 || label.rest !== '' || label.before !== '') return inline
  if (document.isHeader(label.row)) return []
  const right = dateIn(
    rightOf(document, label)
      .map(({ text }) => text)
      .join(' '),
  )
  if (right.length > 0) return right
  // `Date | Work performed`
  const isTable = (document.rows[label.row] ?? []).some(
    (cell) => document.labelAt(cell)?.rest !== '',
  )
  if (label.kind === 'plain date' && isTable) return []
  const found = valueBelow(document, label, (text) => dateIn(text)[0])
  return found ? [found.value] : []
}

/** `Facture n° 17 du …`, `Rechnung vom …`, but not the date of another document that is mentioned. */
const isOfInvoice = ({ before, previous }: Label): boolean =>
  (previous === 'number' && /\d,?$/.test(before)) ||
  (previous === 'title' && (/^\S+$/.test(before) || /^\S+ \S*\d$/.test(before)))

/** From days that have only one reading, and from the distance between the two. */
const orderOf = (
  lines: readonly string[],
  { dates, dues }: Candidates,
  terms: number | undefined,
): Order | undefined => {
  const all = lines.flatMap(findDates)
  const isDayFirst = all.some(({ monthFirst }) => monthFirst === undefined)
  const isMonthFirst = all.some(({ dayFirst }) => dayFirst === undefined)
  if (isDayFirst !== isMonthFirst) return isDayFirst ? 'day first' : 'month first'
  if (isDayFirst) return undefined
  const fits = (order: Order, isFitting: (date: string, due: string) => boolean) => {
    const [date, due] = [onlyOne(dates, order), onlyOne(dues, order)]
    return date !== undefined && due !== undefined && isFitting(date, due)
  }
  const tests = [
    (date: string, due: string) => terms !== undefined && addDays(date, terms) === due,
    areInOrder,
  ]
  for (const test of tests) {
    const [dayFirst, monthFirst] = [fits('day first', test), fits('month first', test)]
    if (dayFirst !== monthFirst) return dayFirst ? 'day first' : 'month first'
  }
  return undefined
}

/** Signs that someone outside the United States wrote it, in English and in US dollars. */
const ABROAD =
  /[£€]|\+(?!1(?!\d))\d|(?<!\p{L})(?:VAT|GST|ABN|GBP|EUR|IBAN|Ltd|Limited|GmbH|United Kingdom|UK|England|Scotland|Ireland|London|Australia|Canada|India|Germany|France|Spain|Poland|Portugal|Netherlands)(?!\p{L})/u

/** The order of day and month where the document comes from. Canadians use both, and periods are usual only where the day comes first. */
const usualOrder = (
  { language }: Document,
  lines: readonly string[],
  { dates, dues }: Candidates,
  currency: string | undefined,
): Order | undefined => {
  if (language !== 'en') return 'day first'
  if (currency === undefined || currency === 'CAD') return undefined
  if (currency !== 'USD') return 'day first'
  const isUnusual = [...dates, ...dues].some(({ hasPeriods }) => hasPeriods)
  return isUnusual || lines.some((line) => ABROAD.test(line)) ? undefined : 'month first'
}

/** Undefined if several differ, or if it has two readings. */
const onlyOne = (found: readonly FoundDate[], order: Order | undefined): string | undefined => {
  const days = new Set(
    found.map(({ dayFirst, monthFirst }) => {
      if (order === undefined) return dayFirst === monthFirst ? dayFirst : undefined
      return order === 'day first' ? dayFirst : monthFirst
    }),
  )
  return days.size === 1 ? [...days][0] : undefined
}

const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

const areInOrder = (date: string, due: string): boolean =>
  due >= date && due <= addDays(date, TERMS_MAX)
