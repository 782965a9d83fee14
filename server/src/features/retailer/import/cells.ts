// What stands in the cells of an export: values as spreadsheets and the retailer's own reports write them.
import { isCalendarDate } from '@invoice-desk/contract/dates'
import { CENTS_MAX, parseCents } from '@invoice-desk/contract/money'

const MISSING = /^(n\/?a|not available|not applicable|none|null|-|\?\?)$/i

/** The text of a cell: trimmed, out of the `="1234"` that keeps a spreadsheet's hands off it, `''` for N/A. */
export const cleanCell = (raw: string): string => {
  const unwrapped = /^="(.*)"$/s.exec(raw.trim())?.[1] ?? raw
  const text = unwrapped.trim().replace(/^'(.*?)'?$/s, '$1')
  return MISSING.test(text) ? '' : text
}

export type Reading<T> = { readonly value: T } | { readonly problem: string }

/** Cents of `$1,234.50`, `-12.3`, `($5.00)`, `USD 7`; below zero as it is written. */
export const readAmount = (text: string): Reading<number> => {
  if (text === '') return { problem: 'The amount is missing.' }
  const inParentheses = /^\((.*)\)$/.exec(text)?.[1]
  const signed = (inParentheses ?? text).replace(/[\u2212\u2013]/g, '-').replace(/\s/g, '')
  const sign = inParentheses !== undefined || signed.includes('-') ? -1 : 1
  const bare = signed.replace(/[+-]/, '').replace(/^(US\$|USD)|USD$/i, '')
  const cents = parseCents(bare)
  if (cents !== undefined) return { value: cents === 0 ? 0 : sign * cents }
  if (isForeign(bare)) return { problem: 'The currency is not US dollars.' }
  const isTooLarge = /^\$?[\d,]+(\.\d{1,2})?$/.test(bare) && toNumber(bare) > CENTS_MAX / 100
  return { problem: isTooLarge ? 'The amount is too large.' : 'The amount cannot be read.' }
}

const toNumber = (text: string): number => Number(text.replace(/[$,]/g, ''))

/** A currency sign other than the bare dollar, or a currency code, beside digits. */
const isForeign = (text: string): boolean =>
  /\d/.test(text) && /^(?:(?!\$)\p{Sc}|[a-z]{1,3}\$?)|(?:(?!\$)\p{Sc}|[a-z]{3})$/iu.test(text)

/** A day from `2026-11-15`, with or without a time behind it, or the American `11/15/2026`, `11/15/26`. */
export const readDay = (text: string): Reading<string> => {
  if (text === '') return { problem: 'The date is missing.' }
  const day = isoDay(text) ?? americanDay(text) ?? ''
  const isPlausible = isCalendarDate(day) && day >= '1994-07-05' && day < '2100'
  return isPlausible ? { value: day } : { problem: 'The date cannot be read.' }
}

const isoDay = (text: string): string | undefined => /^(\d{4}-\d{2}-\d{2})(?!\d)/.exec(text)?.[1]

const americanDay = (text: string): string | undefined => {
  const match = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})(?!\d)/.exec(text)
  if (!match) return undefined
  const [, month = '', day = '', year = ''] = match
  return `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

const ORDER_ID_LENGTH_MAX = 200

/** An order id, or several of one charge; anything that fits on a line, since the retailer has many kinds. */
export const readOrderId = (text: string): Reading<string> => {
  if (text === '') return { problem: 'The order ID is missing.' }
  const isLine = !/\p{Cc}/u.test(text) && text.length <= ORDER_ID_LENGTH_MAX
  return isLine ? { value: text } : { problem: 'The order ID cannot be read.' }
}
