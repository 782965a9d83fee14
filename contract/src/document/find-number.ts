// Finds the invoice number.
import { type Document, isStacked, rightOf, valueBelow } from './beside.ts'
import { findDates } from './find-dates.ts'
import { invoiceNumberKey } from './invoice-number-key.ts'
import type { Kind } from './labels.ts'
import type { Label } from './match-labels.ts'

export const NUMBER_LENGTH_MAX = 40
const ALLOWED = /^[\p{L}\d][\p{L}\d #/._\\-]*$/u
/** `INV 2026 17`, `FT 2026/123`. */
const PREFIX = /^\p{Lu}{1,5}[.-]?$/u
/** A price, a share, a time, a bank account, or a word with a digit in an address. */
const OTHER = /^\d{1,9}[.,]\d\d$|%|[-/\\_]$|^\d\d:\d\d|^[A-Z]{2}\d\d[A-Z\d]{11,}$/

type Numbers = {
  /** As printed; undefined if there's none, or if several differ. */
  readonly invoiceNumber: string | undefined
  /** Pages have different ones, as if each were an invoice. */
  readonly areSeveral: boolean
}

export const findNumber = (document: Document): Numbers => {
  const byKind = (kind: Kind, parse: typeof labeled) =>
    document.labels.flatMap((label) =>
      label.kind === kind
        ? parse(document, label).map((number) => ({ number, page: label.cell.page }))
        : [],
    )
  const [named, other] = [byKind('number', labeled), byKind('title', titled)]
  const found = named.length > 0 ? named : other
  const invoiceNumber = onlyOne(found.map(({ number }) => number))
  const isOnPages = new Set(found.map(({ page }) => page)).size > 1
  return { invoiceNumber, areSeveral: isOnPages && invoiceNumber === undefined }
}

const onlyOne = (found: readonly string[]): string | undefined => {
  const longest = found.toSorted((a, b) => b.length - a.length)[0]
  if (longest === undefined) return undefined
  return found.every((each) => isSame(longest, each)) ? longest : undefined
}

/** The shorter one may lack its prefix. */
const isSame = (longer: string, shorter: string): boolean => {
  const [key, end] = [invoiceNumberKey(longer), invoiceNumberKey(shorter)]
  const prefix = key.slice(0, key.length - end.length)
  return key.endsWith(end) && (prefix === '' || /\p{L}/u.test(prefix))
}

/** What may precede the label in its cell. `Replaces invoice # 17` is about another one. */
const LEAD = /^(?:our|your|the|this|service|commercial|sales|tax|vat|bill|[-–|·,/]|)$/iu
const isLead = (before: string): boolean => before.split(' ').every((word) => LEAD.test(word))

const labeled = (document: Document, label: Label): string[] => {
  const isAfterOther = label.previous !== undefined && /\d$/.test(label.before)
  if (!isLead(label.before) && !isAfterOther) return []
  if (label.inline !== '') return listOf(parseNumber(label.rest))
  if (label.rest !== '') return []
  const [next] = rightOf(document, label)
  const right = next && parseWhole(next.text)
  const under = valueBelow(document, label, parseWhole)
  if (under && isStacked(under.below, label)) return [under.value]
  return listOf(right ?? under?.value)
}

/** `Invoice 17`, or `# 17` beside the title. */
const titled = (document: Document, label: Label): string[] => {
  if (!SUBJECT.test(label.before)) return []
  const inline = parseNumber(label.inline)
  if (inline !== undefined) {
    const isAll = AFTER_TITLED.test(label.rest.slice(inline.length))
    return isAll && !NOT_TITLED.test(inline) ? [inline] : []
  }
  if (label.rest !== '') return []
  if (isAmongLabels(document, label)) return listOf(valueBelow(document, label, parseWhole)?.value)
  const [right] = rightOf(document, label)
  return listOf(parseSigned(right?.text ?? '') ?? valueBelow(document, label, parseSigned)?.value)
}

/** `Re: Invoice 17` */
const SUBJECT =
  /^(?:(?:re|subject|betreff|betr|objet|asunto|oggetto|betreft|assunto|dotyczy)[.:]*)?$/iu
/** Not a sentence. */
const AFTER_TITLED =
  /^(?:$| ?[,;|·–—]| -(?! ?\d)| (?:vom|von|du|del|de|van|z|dated|date|datum|fecha|data|due)(?!\p{L}))/iu
/** Too short, a year, a quarter, or a part of a date. */
const NOT_TITLED = /^(?:.{1,2}|(?:19|20)\d\d|Q[1-4].*|\d{1,2}[/.-].{0,4}|\d{1,2}\/\d{1,2}-.*)$/iu

/** `# 17` */
const parseSigned = (text: string): string | undefined => {
  const signed = /^(?:#|№|n[or]?[.°]{0,2}) ?:? ?(?<number>\S.*)$/iu.exec(text)
  const number = parseWhole(signed?.groups?.number ?? '')
  return NOT_TITLED.test(number ?? '') ? undefined : number
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
  const number = words.slice(0, count).join(' ')
  const rest = text.slice(text.indexOf(number) + number.length)
  const isCut = CUT.test(rest) && findDates(rest.replace(/^[ –—-]+/, ''))[0]?.index !== 0
  return isCut ? undefined : valid(number)
}

/** `2026 - 0017`, `1 of 2`, `30 days` */
const CUT = /^ (?:[-–—/] ?)?\d|^ ?[-–—/]$|^ (?:of|days?|hours?|hrs?)(?!\p{L})/iu

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
  number.length <= NUMBER_LENGTH_MAX &&
  hasDigit(number) &&
  ALLOWED.test(number) &&
  !OTHER.test(number)
    ? number
    : undefined
