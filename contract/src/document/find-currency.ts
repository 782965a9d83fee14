// Finds the currency of a total.
import type { Document } from './beside.ts'
import { currencyOf, type Money, marksIn } from './find-money.ts'

/** The amount, and the text of its label. */
type Marked = Pick<Money, 'mark'> & { readonly text: string }

/** Other countries with dollars, and their taxes and numbers. */
const OTHER_DOLLARS =
  /(?<!\p{L})(?:canad|austral|new zealand|singapor|hong kong|mexic|abn|acn|gst|hst|pst|qst)/iu
/** Where a bank's currency is, not the invoice's. */
const BANK = /iban|bank|account|transfer|accept|swift|wire/iu

/** ISO 4217. Undefined if it isn't clear. What is with the total counts before anything else. */
export const currencyFor = (
  { rows, language }: Document,
  totals: readonly Marked[],
): string | undefined => {
  const lines = rows.map((row) => row.map(({ text }) => text).join(' '))
  const others = lines.filter((line) => !BANK.test(line))
  const own = totals.flatMap(({ mark }) => (mark ? [mark] : []))
  const named = totals.flatMap(({ text }) => marksIn(text))
  const marks = [own, named, others.flatMap(marksIn)].find(({ length }) => length > 0) ?? []
  if (!marks.every((mark) => mark === '$')) return onlyOne(marks)
  // `Amount due (CAD)`
  const dollars = onlyOne(named)
  if (marks.length === 0 || dollars !== undefined) return dollars
  // Elsewhere, `$` is the currency of many countries.
  const all = others.flatMap(marksIn).map(currencyOf)
  const isOther = all.some((code) => code !== 'USD' && /D$|^MXN/.test(code ?? ''))
  const isHome = language === 'en' && !isOther && !lines.some((line) => OTHER_DOLLARS.test(line))
  return isHome ? 'USD' : onlyOne(others.flatMap(marksIn))
}

const onlyOne = (marks: readonly string[]): string | undefined => {
  const named = new Set(marks.map(currencyOf))
  named.delete(undefined)
  return named.size === 1 ? [...named][0] : undefined
}
