// Finds what is to be paid, and in which currency.
import { type Document, rightOf, valueBelow } from './beside.ts'
import { currencyFor } from './find-currency.ts'
import { findDates } from './find-dates.ts'
import { findMoney, type Money, marksIn } from './find-money.ts'
import type { Kind } from './labels.ts'
import type { Row } from './layout.ts'
import type { Label } from './match-labels.ts'

/** The best first. The others count only if there's none of these. */
const KINDS: readonly Kind[] = ['due amount', 'total', 'plain total']
/** More isn't an invoice. */
const CENTS_MAX = 99_999_999_999

type Placed = Money & { readonly row: number }
type Candidate = Placed & { readonly text: string }
type Total = { readonly amountCents?: number; readonly currency?: string }

export const findTotal = (document: Document): Total => {
  for (const kind of KINDS) {
    const found = document.labels.flatMap((label) =>
      label.kind === kind ? candidatesFor(document, label) : [],
    )
    const [first] = found
    // `Amount due monthly`
    if (!first && kind === 'due amount' && hasOther(document)) break
    if (!first) continue
    const isSame = found.every(({ amountCents }) => amountCents === first.amountCents)
    const isPayable = found.every(
      ({ amountCents, isNegative, isUnclear }) =>
        amountCents > 0 &&
        amountCents <= CENTS_MAX &&
        !isNegative &&
        !(isUnclear && document.language === 'en'),
    )
    if (!isSame || !isPayable || !isFinal(document, found, kind)) break
    const currency = currencyFor(document, found)
    return { amountCents: first.amountCents, ...(currency !== undefined && { currency }) }
  }
  const currency = currencyFor(document, [])
  return currency === undefined ? {} : { currency }
}

/** An amount is due, but we don't understand when. */
const hasOther = ({ labels }: Document): boolean =>
  labels.some(({ kind, rest }) => kind === 'due amount' && findMoney(rest).length > 0)

/** Whether the document doesn't go on calculating, and no other amount may be what is to be paid. */
const isFinal = (document: Document, found: readonly Candidate[], kind: Kind): boolean => {
  const all = document.rows.flatMap((cells, row) =>
    cells.flatMap(({ text }) => findMoney(text).map((money): Placed => ({ ...money, row }))),
  )
  const total = found[0]?.amountCents ?? 0
  // Without a currency among amounts that have one, it may be a number of hours.
  const isMarked = [...found, ...all].some((each) => each.amountCents === total && each.mark)
  if (!isMarked && all.some(({ mark }) => mark)) return false
  const larger = all.filter(({ amountCents }) => amountCents > total)
  const last = Math.max(...found.map(({ row }) => row))
  const isLast = larger.every(({ row }) => row < last)
  const deducted = document.rows.map(isDeduction)
  const isPaid = isPaidInPart(document)
  if (kind === 'due amount')
    return isPaid || deducted.includes(true) || (isLast && areReduced(larger, total, all))
  const before = all.filter(({ row }) => row < last)
  const after = all.filter(({ row }) => row > last)
  return (
    !isPaid &&
    !deducted.includes(true, last + 1) &&
    isLast &&
    areReduced(larger, total, before) &&
    after.every(
      ({ amountCents, row }) => [0, total].includes(amountCents) || isKnown(document, row),
    )
  )
}

/** A tax that the total includes, for example. Something else may be due instead of the total. */
const isKnown = ({ rows, labelAt }: Document, row: number): boolean =>
  rows[row]?.some((cell) => labelAt(cell)?.kind === 'other amount' || TAX.test(cell.text)) ?? false
const TAX = /(?<!\p{L})(?:tax(?:es)?|vat|gst|hst|mwst|ust|tva|iva|btw)(?!\p{L})/iu

/** The amounts that lead from larger ones to the total, such as a discount, are there too. */
const areReduced = (larger: readonly Money[], total: number, all: readonly Money[]): boolean => {
  const amounts = new Set(all.map(({ amountCents }) => amountCents))
  return larger.every(({ amountCents }) => amounts.has(amountCents - total))
}

const DEDUCTION =
  /(?<!\p{L})(?:less|minus|retainers?|credit(?:ed|s)?|discount|deposit|tip|gratuity|prepaid|withh[eo]ld|adjustments?|abz(?:gl|üglich)|gutschrift|acompte|avoir|anticipo|acconto|aanbetaling|adiantamento|zaliczka)(?!\p{L})/iu

const isDeduction = (cells: Row): boolean => {
  const text = cells.map((cell) => cell.text).join('  ')
  const found = findMoney(text).filter(({ amountCents }) => amountCents > 0)
  return found.some(({ isNegative }) => isNegative) || (found.length > 0 && DEDUCTION.test(text))
}

/** A part of the total was paid. */
const isPaidInPart = (document: Document): boolean =>
  document.labels.some(
    (label) =>
      label.kind === 'paid' &&
      findMoney([label.rest, ...rightOf(document, label).map(({ text }) => text)].join('  ')).some(
        ({ amountCents }) => amountCents > 0,
      ),
  )

/** Whether the text is nothing but a currency, a tax, a day or filler words. */
const isQualifier = (text: string): boolean => {
  const [date] = findDates(text)
  const rest = date ? text.slice(0, date.index) + text.slice(date.end) : text
  return rest
    .split(/[\s():,/]+/)
    .every((word) => word === '' || marksIn(word).join('') === word || FILLERS.test(word))
}
const FILLERS =
  /^(?:incl\.?|inkl\.?|inc\.?|including|of|in|on|by|am|bis|le|el|il|op|the|and|vat|gst|hst|tax(?:es)?|mwst\.?|ust\.?|tva|iva|btw|ttc|brutto|sales|now|this|invoice|eur[oa]?s?|\d{1,2}(?:[.,]\d{1,2})?%?|%|=|-)$/i
/** `$50.00 each`, `$1.2 million` */
const UNIT =
  /^ ?(?:each|per|ea|a|an|x|k|mio|mil|million|thousand|hundred|or|to|monthly|weekly|daily|[/@×*=+-])(?!\p{L})/iu

const candidatesFor = (document: Document, label: Label): Candidate[] => {
  const { cell, row, inline, before, rest, kind } = label
  const [name = ''] = cell.text.split(/\d/, 1)
  if (before !== '' && kind !== 'due amount') return []
  const [money, other] = findMoney(inline)
  if (money) {
    const isDirect =
      isQualifier(inline.slice(0, money.index)) && !UNIT.test(inline.slice(money.end))
    return isDirect && !(other && other.mark === money.mark) ? [{ ...money, row, text: name }] : []
  }
  if (before !== '' || !isQualifier(rest)) return []
  const right = rightOf(document, label)
    .map(({ text }) => text)
    .join('  ')
  const beside = largestLast(right)
  if (beside) return [{ ...beside, row, text: name }]
  if (right !== '' || document.isHeader(row)) return []
  const found = valueBelow(document, label, largestLast)
  return found ? [{ ...found.value, row: row + 1, text: name }] : []
}

/** Net amount, tax and total next to each other, and nothing else. */
const largestLast = (text: string): Money | undefined => {
  const found = findMoney(text)
  const last = found.at(-1)
  const isLargest = found.every(({ amountCents }) => amountCents <= (last?.amountCents ?? 0))
  const rest = found.reduceRight(
    (left, { index, end }) => left.slice(0, index) + left.slice(end),
    text,
  )
  return last && isLargest && isQualifier(rest) ? last : undefined
}
