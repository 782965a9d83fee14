// Finds the amounts of money in a label's value, with their currencies.

export type Money = {
  readonly amountCents: number
  /** As written: a sign, brackets, or `CR`. */
  readonly isNegative: boolean
  /** A symbol or code. */
  readonly mark: string | undefined
  /** `12.500`, which may have three decimals. */
  readonly isUnclear: boolean
  readonly index: number
  readonly end: number
}

const CODES =
  'USD|EUR|GBP|CAD|AUD|NZD|CHF|PLN|BRL|MXN|SEK|NOK|DKK|CZK|HUF|RON|ZAR|INR|SGD|HKD|JPY|ILS|TRY|ARS|CLP|COP'
/** Longer ones first. */
const SYMBOLS: Readonly<Record<string, string>> = {
  US$: 'USD',
  CA$: 'CAD',
  C$: 'CAD',
  AU$: 'AUD',
  A$: 'AUD',
  NZ$: 'NZD',
  R$: 'BRL',
  'S/.': 'PEN',
  MX$: 'MXN',
  '€': 'EUR',
  '£': 'GBP',
  zł: 'PLN',
  '₹': 'INR',
  'Fr.': 'CHF',
  'Rs.': 'INR',
  Rs: 'INR',
  Euro: 'EUR',
  euros: 'EUR',
}
const SYMBOL = Object.keys(SYMBOLS)
  .map((symbol) => symbol.replace(/[$.]/g, String.raw`\$&`))
  .join('|')
const MARK = String.raw`(?:(?:${SYMBOL})(?!\p{L})|\$|(?<!\p{L})(?:${CODES})(?!\p{L})\$?)`
const NUMBER = String.raw`\d{1,3}(?:[.,'’ ]\d{3}){1,3}[.,]\d\d|\d{1,3}(?:[.,'’]\d{3}){1,3}|\d{1,9}[.,]\d\d|\d{1,9}`
const MONEY = new RegExp(
  String.raw`(?<sign>[-−–(] ?)?(?<before>${MARK} ?)?(?<inner>[-−–(] ?)?(?<![\d.,])(?<number>${NUMBER})(?!\d|[.,'’]\d| ?%|(?! ?${MARK})(?!CR\b)\p{L})(?<after> ?${MARK})?(?<tail> ?(?:-(?!\d)|\)|CR\b))?`,
  'gu',
)

/** Only what is clearly money: it has cents or a currency, and isn't a part of `12 500 USD` or of `$1,250 75`. */
export const findMoney = (text: string): Money[] =>
  [...text.matchAll(MONEY)].flatMap(({ 0: written, index, groups = {} }) => {
    const { sign, before, inner, number = '', after, tail } = groups
    const mark = before ?? after
    const end = index + written.length
    const cents = /[.,](\d\d)$/.exec(number)?.[1]
    if (mark === undefined && cents === undefined) return []
    const isTorn =
      (after === undefined && /^ {0,2}\d/.test(text.slice(end, end + 3))) ||
      (before === undefined && /\d {1,2}$/.test(text.slice(Math.max(index - 3, 0), index)))
    if (cents === undefined && isTorn) return []
    const whole = cents === undefined ? number : number.slice(0, -3)
    return [
      {
        amountCents: Number(whole.replace(/\D/g, '')) * 100 + Number(cents ?? 0),
        isNegative: sign !== undefined || inner !== undefined || tail !== undefined,
        mark: mark?.trim(),
        isUnclear: /^\d{1,3}\.\d{3}$/.test(number),
        ...{ index, end },
      },
    ]
  })

/** ISO 4217. Undefined for `$`, which is the currency of many countries. */
export const currencyOf = (mark: string): string | undefined =>
  SYMBOLS[mark] ?? new RegExp(`^(?:${CODES})`).exec(mark)?.[0]

const MARKS = new RegExp(MARK, 'gu')

/** The symbols and codes in a text. */
export const marksIn = (text: string): string[] => text.match(MARKS) ?? []
