// Validates card numbers, expiration dates, security codes and postal codes, with Stripe's messages.

/** @typedef {'amex' | 'visa' | 'mastercard' | 'discover' | 'diners' | 'unknown'} Brand */
/** @typedef {{ complete: boolean, error?: { code: string, message: string } }} Verdict */

/** @type {readonly { brand: Brand, starts: RegExp, lengths: readonly number[], gaps: readonly number[], cvc: number }[]} */
const BRANDS = [
  { brand: 'amex', starts: /^3[47]/, lengths: [15], gaps: [4, 10], cvc: 4 },
  { brand: 'diners', starts: /^3(?:0[0-5]|[68])/, lengths: [14], gaps: [4, 10], cvc: 3 },
  { brand: 'visa', starts: /^4/, lengths: [16], gaps: [4, 8, 12], cvc: 3 },
  {
    brand: 'mastercard',
    starts: /^(?:5[1-5]|2(?:2[2-9]|[3-6]|7[01]|720))/,
    lengths: [16],
    gaps: [4, 8, 12],
    cvc: 3,
  },
  { brand: 'discover', starts: /^6(?:011|4[4-9]|5)/, lengths: [16], gaps: [4, 8, 12], cvc: 3 },
]
/** @type {(typeof BRANDS)[number]} */
const UNKNOWN = { brand: 'unknown', starts: /^/, lengths: [16], gaps: [4, 8, 12], cvc: 4 }

/** @param {string} digits */
export const rulesOf = (digits) => BRANDS.find(({ starts }) => starts.test(digits)) ?? UNKNOWN

/** @param {string} text */
export const digitsOf = (text) => text.replace(/\D/g, '')

/**
 * Groups the digits and cuts them at the brand's length.
 * @param {string} text
 */
export const groupNumber = (text) => {
  const digits = digitsOf(text)
  const { lengths, gaps } = rulesOf(digits)
  const cut = digits.slice(0, Math.max(...lengths))
  return [...cut].map((digit, index) => (gaps.includes(index) ? ` ${digit}` : digit)).join('')
}

/**
 * Formats `MM / YY` while it's typed: a month that can only have one digit gets a leading zero.
 * @param {string} text
 */
export const formatExpiry = (text) => {
  const [month = '', year] = text.split('/')
  let digits = digitsOf(text)
  // A slash after one digit, or a first digit above 1, ends the month.
  if ((year !== undefined && digitsOf(month).length === 1) || /^[2-9]/.test(digits))
    digits = `0${digits}`
  const years = digits.slice(2)
  const shortYear =
    years.length === 4 && years.startsWith('20') ? years.slice(2) : years.slice(0, 2)
  return digits.length < 2 ? digits : `${digits.slice(0, 2)} / ${shortYear}`
}

/** @param {string} digits */
const passesLuhn = (digits) =>
  [...digits].reverse().reduce((sum, digit, index) => {
    const value = index % 2 === 1 ? Number(digit) * 2 : Number(digit)
    return sum + (value > 9 ? value - 9 : value)
  }, 0) %
    10 ===
  0

/** @param {string} code @param {string} message @returns {Verdict} */
const wrong = (code, message) => ({ complete: false, error: { code, message } })
/** @type {Verdict} */
const OK = { complete: true }

/** @param {string} text @returns {Verdict} */
export const checkNumber = (text) => {
  const digits = digitsOf(text)
  const { lengths } = rulesOf(digits)
  if (!lengths.includes(digits.length))
    return wrong('incomplete_number', 'Your card number is incomplete.')
  return passesLuhn(digits) ? OK : wrong('invalid_number', 'Your card number is invalid.')
}

const YEARS_AHEAD_MAX = 50

/** @param {string} text @param {Date} today @returns {Verdict} */
export const checkExpiry = (text, today = new Date()) => {
  const [, month = '', year = ''] = /^(\d\d) \/ (\d\d)$/.exec(text) ?? []
  if (month === '' && !/^(?:00|1[3-9])/.test(text))
    return wrong('incomplete_expiry', "Your card's expiration date is incomplete.")
  if (Number(month) < 1 || Number(month) > 12)
    return wrong('invalid_expiry_month', "Your card's expiration month is invalid.")
  const yearsAhead = 2000 + Number(year) - today.getFullYear()
  if (yearsAhead < 0)
    return wrong('invalid_expiry_year_past', "Your card's expiration year is in the past.")
  if (yearsAhead > YEARS_AHEAD_MAX)
    return wrong('invalid_expiry_year', "Your card's expiration year is invalid.")
  if (yearsAhead === 0 && Number(month) < today.getMonth() + 1)
    return wrong('invalid_expiry_month_past', "Your card's expiration date is in the past.")
  return OK
}

/** @param {string} text @param {string} number @returns {Verdict} */
export const checkCvc = (text, number) => {
  const { brand, cvc } = rulesOf(digitsOf(number))
  const enough = brand === 'unknown' ? text.length >= 3 : text.length === cvc
  return enough ? OK : wrong('incomplete_cvc', "Your card's security code is incomplete.")
}

/** @param {string} text @returns {Verdict} */
export const checkPostal = (text) =>
  /^\d{5}(?:-?\d{4})?$/.test(text) || /^(?=.*\D)[A-Z0-9 -]{3,10}$/i.test(text)
    ? OK
    : wrong('incomplete_zip', 'Your postal code is incomplete.')
