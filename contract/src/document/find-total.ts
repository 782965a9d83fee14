// Finds what is to be paid, and in which currency.
import { belowOf, type Document, rightOf } from './beside.ts'
import { findDates } from './find-dates.ts'
import { currencyOf, findMoney, type Money, marksIn } from './find-money.ts'
import type { Kind } from './labels.ts'
import type { Label } from './match-labels.ts'

/** The best first. The others count only if there's none of these. */
const KINDS: readonly Kind[] = ['due amount', 'total', 'plain total']
/** More isn't an invoice. */
const CENTS_MAX = 99_999_999_999

type Candidate = Money & { readonly text: string }
type Total = { readonly amountCents?: number; readonly currency?: string }

export const findTotal = (document: Document): Total => {
  const currency = currencyIn(document)
  for (const kind of KINDS) {
    const found = document.labels.flatMap((label) =>
      label.kind === kind ? candidatesFor(document, label) : [],
    )
    const [first] = found
    if (!first) continue
    // A part of the total was paid, and no one says what is left.
    if (kind !== 'due amount' && isPaidInPart(document)) break
    const isSame = found.every(({ amountCents }) => amountCents === first.amountCents)
    const isPayable = found.every(
      ({ amountCents, isNegative }) => amountCents > 0 && amountCents <= CENTS_MAX && !isNegative,
    )
    if (!isSame || !isPayable) break
    const own = namedIn(found.map(({ text }) => text)) ?? currency
    return { amountCents: first.amountCents, ...(own !== undefined && { currency: own }) }
  }
  return currency === undefined ? {} : { currency }
}

const isPaidInPart = (document: Document): boolean =>
  document.labels.some(
    (label) =>
      label.kind === 'paid' &&
      label.before === '' &&
      findMoney([label.rest, ...rightOf(document, label).map(({ text }) => text)].join(' ')).some(
        ({ amountCents }) => amountCents > 0,
      ),
  )

/** Nothing but a currency, a tax, a day or filler words. */
const isQualifier = (text: string): boolean => {
  const [date] = findDates(text)
  const rest = date ? text.slice(0, date.index) + text.slice(date.end) : text
  return rest
    .split(/[\s():,/]+/)
    .every((word) => word === '' || marksIn(word).join('') === word || FILLERS.test(word))
}
const FILLERS =
  /^(?:incl\.?|inkl\.?|inc\.?|including|of|in|on|by|am|bis|le|el|il|op|the|and|vat|gst|hst|tax(?:es)?|mwst\.?|ust\.?|tva|iva|btw|ttc|brutto|sales|now|this|invoice|eur[oa]?s?|\d{1,2}(?:[.,]\d{1,2})?%?|%|=|-)$/i

const candidatesFor = (document: Document, label: Label): Candidate[] => {
  if (label.before !== '' && label.kind !== 'due amount') return []
  const money = findMoney(label.inline)[0]
  if (money) {
    const [written = ''] = label.inline.split(/[\d]/, 1)
    const isDirect = isQualifier(written.replace(/[-−–(\s]+$/, ''))
    return isDirect ? [{ ...money, text: label.cell.text }] : []
  }
  if (label.before !== '' || !isQualifier(label.rest)) return []
  const right = rightOf(document, label)
    .map(({ text }) => text)
    .join(' ')
  const beside = largestLast(findMoney(right))
  if (beside.length > 0)
    return beside.map((each) => ({ ...each, text: `${label.cell.text} ${right}` }))
  if (right !== '' || document.isHeader(label.row)) return []
  const below = belowOf(document, label)
  const [under, ...more] = findMoney(below?.text ?? '')
  return under && more.length === 0 ? [{ ...under, text: `${label.cell.text} ${below?.text}` }] : []
}

/** Net amount, tax and total next to each other. */
const largestLast = (found: readonly Money[]): Money[] => {
  const last = found.at(-1)
  const isLargest = found.every(({ amountCents }) => amountCents <= (last?.amountCents ?? 0))
  return last && isLargest ? [last] : []
}

/** ISO 4217. Undefined if the texts name none or several. */
const namedIn = (texts: readonly string[]): string | undefined => {
  const named = new Set(texts.flatMap(marksIn).map(currencyOf))
  named.delete(undefined)
  return named.size === 1 ? [...named][0] : undefined
}

/** In English, `$` alone means US dollars. Elsewhere it's the currency of many countries. */
const currencyIn = ({ rows, language }: Document): string | undefined => {
  const texts = rows.map((row) => row.map(({ text }) => text).join(' '))
  const marks = texts.flatMap(marksIn)
  const isDollars = language === 'en' && marks.every((mark) => mark === '$') && marks.length > 0
  return isDollars ? 'USD' : namedIn(texts)
}
