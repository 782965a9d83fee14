// Parses cells in the formats that spreadsheets and the retailer's reports use. Throws a RowProblem if it can't.
import { isCalendarDate } from '@invoice-desk/contract/values/dates'
import { CENTS_MAX, parseCents } from '@invoice-desk/contract/values/money'

const MISSING = /^(n\/?a|not available|not applicable|none|null|-|\?\?)$/i

/** Trims a cell, unwraps `="1234"`, and turns N/A into `''`. */
export const cleanCell = (raw: string): string => {
  const unwrapped = /^="(.*)"$/s.exec(raw.trim())?.[1] ?? raw
  const text = unwrapped.trim().replace(/^'(.*?)'?$/s, '$1')
  return MISSING.test(text) ? '' : text
}

/** Why a row can't be imported, for the person who imports it. */
export class RowProblem extends Error {}

/** Cents of `$1,234.50`, `-12.3`, `($5.00)` or `USD 7`. */
export const readAmount = (text: string): number => {
  if (text === '') throw new RowProblem('The amount is missing.')
  const inParentheses = /^\((.*)\)$/.exec(text)?.[1]
  const signed = (inParentheses ?? text).replace(/[\u2212\u2013]/g, '-').replace(/\s/g, '')
  const sign = inParentheses !== undefined || signed.includes('-') ? -1 : 1
  const bare = signed.replace(/[+-]/, '').replace(/^(US\$|USD)|USD$/i, '')
  const cents = parseCents(bare)
  if (cents !== undefined) return cents === 0 ? 0 : sign * cents
  if (isForeign(bare)) throw new RowProblem("The currency isn't US dollars.")
  const isTooLarge = /^\$?[\d,]+(\.\d{1,2})?$/.test(bare) && toNumber(bare) > CENTS_MAX / 100
  throw new RowProblem(isTooLarge ? 'The amount is too large.' : "We can't read the amount.")
}

const toNumber = (text: string): number => Number(text.replace(/[$,]/g, ''))

/** Digits with a currency code, or with a sign other than a plain dollar. */
const isForeign = (text: string): boolean =>
  /\d/.test(text) && /^(?:(?!\$)\p{Sc}|[a-z]{1,3}\$?)|(?:(?!\$)\p{Sc}|[a-z]{3})$/iu.test(text)

/** The day of `2026-11-15`, with or without a time, `11/15/2026` or `11/15/26`. */
export const readDay = (text: string): string => {
  if (text === '') throw new RowProblem('The date is missing.')
  const day = isoDay(text) ?? americanDay(text) ?? ''
  const isPlausible = isCalendarDate(day) && day >= '1994-07-05' && day < '2100'
  if (!isPlausible) throw new RowProblem("We can't read the date.")
  return day
}

const isoDay = (text: string): string | undefined => /^(\d{4}-\d{2}-\d{2})(?!\d)/.exec(text)?.[1]

const americanDay = (text: string): string | undefined => {
  const match = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})(?!\d)/.exec(text)
  if (!match) return undefined
  const [, month = '', day = '', year = ''] = match
  return `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

const ORDER_ID_LENGTH_MAX = 200

/** One or several order ids. Accepts any single line, because the retailer has many kinds. */
export const readOrderId = (text: string): string => {
  if (text === '') throw new RowProblem('The order ID is missing.')
  const isLine = !/\p{Cc}/u.test(text) && text.length <= ORDER_ID_LENGTH_MAX
  if (!isLine) throw new RowProblem("We can't read the order ID.")
  return text
}
