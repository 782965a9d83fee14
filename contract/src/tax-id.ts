// US tax ids: what is shown while typing, and which numbers can exist.

export const TAX_ID_TYPES = ['EIN', 'SSN'] as const
export type TaxIdType = (typeof TAX_ID_TYPES)[number]

/** With their dashes. */
export const TAX_ID_LENGTH_MAX = { EIN: 10, SSN: 11 } as const satisfies Record<TaxIdType, number>

const DIGITS = 9

/** The prefixes the tax office hands out, as ranges. */
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

export const taxIdDigits = (text: string): string => text.replace(/\D/g, '').slice(0, DIGITS)

/** `12-3456789` or `123-45-6789`, as far as it has been typed. */
export const formatTaxId = (text: string, type: TaxIdType): string => {
  const digits = taxIdDigits(text)
  const parts =
    type === 'EIN'
      ? [digits.slice(0, 2), digits.slice(2)]
      : [digits.slice(0, 3), digits.slice(3, 5), digits.slice(5)]
  return parts.filter((part) => part !== '').join('-')
}

export const isTaxId = (text: string, type: TaxIdType): boolean => {
  // Dashes and spaces are how people write it; anything else is not a tax id.
  if (!/^[\d\s-]*$/.test(text)) return false
  const digits = text.replace(/\D/g, '')
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

export const invalidTaxIdText = (type: TaxIdType): string =>
  `Invalid ${type}. Please check the format.`
