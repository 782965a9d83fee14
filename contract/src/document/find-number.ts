// Finds the invoice number.
import { belowOf, type Document, isStacked, rightOf } from './beside.ts'
import { findDates } from './find-dates.ts'
import { invoiceNumberKey } from './invoice-number-key.ts'
import type { Label } from './match-labels.ts'

const LENGTH_MAX = 40
const ALLOWED = /^[\p{L}\d][\p{L}\d #/._\\-]*$/u
/** `INV 2026 17`, `FT 2026/123`. */
const PREFIX = /^\p{Lu}{1,5}[.-]?$/u
/** A price, a share, a time, a bank account, or a word with a digit in an address. */
const OTHER = /^\d{1,9}[.,]\d\d$|%|^\d\d:\d\d|^[A-Z]{2}\d\d[A-Z\d]{11,}$/

/** As printed; undefined if there's none, or if several differ. */
export const findNumber = (document: Document): string | undefined =>
  onlyOne(
    document.labels.flatMap((label) => (label.kind === 'number' ? labeled(document, label) : [])),
  ) ??
  onlyOne(
    document.labels.flatMap((label) => (label.kind === 'title' ? titled(document, label) : [])),
  )

const onlyOne = (found: readonly string[]): string | undefined => {
  const longest = found.toSorted((a, b) => b.length - a.length)[0]
  if (longest === undefined) return undefined
  // One of them may lack its prefix.
  return found.every((each) => invoiceNumberKey(longest).endsWith(invoiceNumberKey(each)))
    ? longest
    : undefined
}

const labeled = (document: Document, label: Label): string[] => {
  if (label.inline !== '') return listOf(parseNumber(label.inline))
  if (label.rest !== '') return []
  const [next] = rightOf(document, label)
  const right = next && parseWhole(next.text)
  const below = belowOf(document, label)
  const under = below && parseWhole(below.text)
  if (below && under !== undefined && isStacked(below, label)) return [under]
  return listOf(right ?? under)
}

/** `Invoice 17`, or `# 17` beside the title. */
const titled = (document: Document, label: Label): string[] => {
  const inline = parseNumber(label.inline)
  if (inline !== undefined) {
    const after = label.inline.slice(inline.length)
    return after === '' || /^ ?[,;|·–—-]/.test(after) ? [inline] : []
  }
  if (label.rest !== '' || label.before !== '') return []
  const below = belowOf(document, label)
  if (below && isAmongLabels(document, label)) return listOf(parseWhole(below.text))
  return [rightOf(document, label)[0], below].flatMap((cell) => {
    const text = /^(?:#|№|n[or]?[.°]{0,2}) ?:? ?(?<number>\S.*)$/iu.exec(cell?.text ?? '')
    return listOf(parseWhole(text?.groups?.number ?? ''))
  })
}

/** `Customer | Invoice | Due date`, with the values below. */
const isAmongLabels = ({ labelsIn, isHeader }: Document, { row }: Label): boolean =>
  !isHeader(row) && labelsIn(row) > 2

const listOf = <T>(value: T | undefined): T[] => (value === undefined ? [] : [value])

/** At the start of a text. */
const parseNumber = (text: string): string | undefined => {
  const words = text.split(' ', 4).map((word) => word.replace(/^[(#:]+|[.,;:)|·]+$/g, ''))
  const isPrefixed = PREFIX.test(words[0] ?? '') && hasDigit(words[1])
  const count = isPrefixed ? 1 + digitWords(words.slice(1, 3)) : 1
  const date = findDates(text)[0]
  if (date?.index === 0) return undefined
  return valid(words.slice(0, count).join(' '))
}

/** All of a text. */
const parseWhole = (text: string): string | undefined => {
  const words = text.split(' ')
  if (findDates(text).length > 0 || words.length > 3) return undefined
  const number = parseNumber(text)
  const isWhole = digitWords(words) === words.length && valid(text) !== undefined
  if (isWhole) return text
  return number?.length === text.replace(/^[(#:\s]+|[.,;:)\s]+$/g, '').length ? number : undefined
}

const hasDigit = (word: string | undefined) => word !== undefined && /\d/.test(word)

/** How many words at the start have a digit. */
const digitWords = (words: readonly string[]): number => {
  const end = words.findIndex((word) => !hasDigit(word))
  return end < 0 ? words.length : end
}

const valid = (number: string): string | undefined =>
  number.length <= LENGTH_MAX && hasDigit(number) && ALLOWED.test(number) && !OTHER.test(number)
    ? number
    : undefined
