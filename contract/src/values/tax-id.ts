// Formats and validates US tax ids.

export const TAX_ID_TYPES = ['EIN', 'SSN'] as const
export type TaxIdType = (typeof TAX_ID_TYPES)[number]

/** With their dashes. */
export const TAX_ID_LENGTH_MAX = { EIN: 10, SSN: 11 } as const satisfies Record<TaxIdType, number>

const DIGITS = 9

/** Prefixes that the IRS assigns, as ranges. */
const EIN_PREFIXES: readonly (readonly [first: number, last: number])[] = [
  [1, 6],
  [10, 16],
  [20, 27],
  [30, 48],
  [50, 68],
  [71, 77],
  [80, 88],
  [90, 95],
  [98, 99],
]

const digitsOf = (text: string): string => text.replace(/\D/g, '')

export const taxIdDigits = (text: string): string => digitsOf(text).slice(0, DIGITS)

/** `12-3456789` or `123-45-6789`, as far as typed. */
export const formatTaxId = (text: string, type: TaxIdType): string => {
  const digits = taxIdDigits(text)
  const parts =
    type === 'EIN'
      ? [digits.slice(0, 2), digits.slice(2)]
      : [digits.slice(0, 3), digits.slice(3, 5), digits.slice(5)]
  return parts.filter((part) => part !== '').join('-')
}

export type TaxIdEdit = {
  /** The field's previous text. */
  readonly before: string
  /** The edited text and caret from the browser. */
  readonly text: string
  readonly caret: number
  /** The direction of a deletion. */
  readonly deleted?: 'backward' | 'forward' | undefined
}

/** The field's text after a keystroke or paste. The caret stays after the same digit. */
export const editTaxId = (
  { before, text, caret, deleted }: TaxIdEdit,
  type: TaxIdType,
): { readonly text: string; readonly caret: number } => {
  let digits = digitsOf(text)
  let passed = digitsOf(text.slice(0, caret)).length
  const isOnlyDashDeleted = text.length < before.length && digits === digitsOf(before)
  // We'd add the dash again, so deleting it deletes the digit next to it.
  if (isOnlyDashDeleted && deleted) {
    const at = deleted === 'backward' ? passed - 1 : passed
    if (at >= 0) digits = digits.slice(0, at) + digits.slice(at + 1)
    passed = Math.min(passed, Math.max(at, 0))
  }
  // Drops typed digits that don't fit rather than the digits after them.
  const tooMany = Math.min(Math.max(digits.length - DIGITS, 0), passed)
  digits = digits.slice(0, passed - tooMany) + digits.slice(passed)
  passed -= tooMany
  const formatted = formatTaxId(digits, type)
  return { text: formatted, caret: positionAfter(formatted, passed) }
}

const positionAfter = (formatted: string, digitCount: number): number => {
  let seen = 0
  for (let at = 0; at < formatted.length; at += 1) {
    if (seen === digitCount) return at
    if (formatted[at] !== '-') seen += 1
  }
  return formatted.length
}

export const isTaxId = (text: string, type: TaxIdType): boolean => {
  // People write tax ids with dashes and spaces. Other characters aren't allowed.
  if (!/^[\d\s-]*$/.test(text)) return false
  const digits = digitsOf(text)
  if (digits.length !== DIGITS) return false
  return type === 'EIN' ? isEin(digits) : isSsn(digits)
}

const isEin = (digits: string): boolean => {
  const prefix = Number(digits.slice(0, 2))
  return EIN_PREFIXES.some(([first, last]) => prefix >= first && prefix <= last)
}

const isSsn = (digits: string): boolean => {
  const area = digits.slice(0, 3)
  const allSame = new Set(digits).size === 1
  const isArea = area !== '000' && area !== '666' && Number(area) < 900
  return !allSame && isArea && digits.slice(3, 5) !== '00' && digits.slice(5) !== '0000'
}

const invalidTaxIdText = (type: TaxIdType): string => `Invalid ${type}. Please check the format.`

/** Why a form's tax id isn't valid, or undefined. */
export const taxIdProblem = (
  taxId: string,
  type: TaxIdType,
  isRequired: boolean,
): string | undefined => {
  if (taxId === '') return isRequired ? 'The tax ID is required.' : undefined
  return isTaxId(taxId, type) ? undefined : invalidTaxIdText(type)
}
