// Converts and formats money, which is in whole cents everywhere except at the edges.

/** $999,999,999.99. Far below 2^53, so a sum of 90,000 such amounts is still exact. */
export const CENTS_MAX = 99_999_999_999

const AMOUNT_TEXT = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,12})(?:\.(\d{1,2}))?$/

/** Cents from text such as `1234.5` or `$1,234.50`; undefined if it isn't an exact amount. */
export const parseCents = (text: string): number | undefined => {
  const match = AMOUNT_TEXT.exec(text.trim())
  if (!match) return undefined
  const whole = (match[1] ?? '').replaceAll(',', '')
  const cents = Number(whole) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
  return cents <= CENTS_MAX ? cents : undefined
}

/** Like `parseCents`, for typed text that may start or end with the period. */
export const typedCents = (text: string): number | undefined =>
  parseCents(
    text
      .trim()
      .replace(/^(\$?\s*)\.(?=\d)/, '$10.')
      .replace(/\.$/, ''),
  )

/** Cents from a JSON number; undefined if it isn't finite, has more than two decimals or is out of range. */
export const centsFromDecimal = (amount: number): number | undefined => {
  const cents = centsOf(amount)
  if (!Number.isFinite(amount) || Math.abs(cents) > CENTS_MAX) return undefined
  return cents / 100 === amount ? cents : undefined
}

/** Whole cents of an amount in dollars, rounded. */
export const centsOf = (amount: number): number => Math.round(amount * 100)

export const decimalFromCents = (cents: number): number => cents / 100

/** `1234.50`: for providers and form fields. */
export const centsToText = (cents: number): string => {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Everything submitted and charged here is in this currency; QuickBooks may have others. */
export const HOME_CURRENCY = 'USD'

const formats = new Map<string, (amount: number) => string>()

/** `$1,234.50`, `€1,234.50`, `CA$1,234.50`: for people. */
export const formatMoney = (cents: number, currency: string): string => {
  // Cached, because creating one is slow.
  const format = formats.get(currency) ?? formatOf(currency)
  formats.set(currency, format)
  return format(cents / 100)
}

/** `1,234.50 XX` for what isn't a currency's code. */
const formatOf = (currency: string): ((amount: number) => string) => {
  try {
    return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format
  } catch {
    const { format } = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2 })
    return (amount) => `${format(amount)} ${currency}`
  }
}

/** `$1,234.50`: for people. */
export const formatUsd = (cents: number): string => formatMoney(cents, HOME_CURRENCY)

/** Two decimals; `0.00` if it's empty or not a number. */
export const formatAmount = (amount: number | string | null | undefined): string => {
  const number = typeof amount === 'string' ? Number(amount.replace(/[$,\s]/g, '')) : amount
  return typeof number === 'number' && Number.isFinite(number) ? number.toFixed(2) : '0.00'
}

/** `$1,234.50`; `$0.00` if it's empty or not a number. */
export const formatDollars = (amount: number | string | null | undefined): string =>
  formatUsd(centsOf(Number(formatAmount(amount))))
