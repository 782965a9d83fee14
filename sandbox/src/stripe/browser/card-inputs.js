// Formats the card inputs while the payer types, and keeps the cursor in place.
import { digitsOf, formatExpiry, groupNumber, rulesOf } from './card-rules.js'

/**
 * Rewrites the value and keeps the cursor after the same digit.
 * @param {HTMLInputElement} input
 * @param {(text: string) => string} format
 */
const reformat = (input, format) => {
  const { value, selectionStart } = input
  const next = format(value)
  if (next === value) return
  const atEnd = selectionStart === null || selectionStart >= value.length
  const digitsBefore = digitsOf(value.slice(0, selectionStart ?? 0)).length
  input.value = next
  if (atEnd) return
  let position = 0
  for (let seen = 0; position < next.length && seen < digitsBefore; position += 1)
    if (/\d/.test(next[position] ?? '')) seen += 1
  input.setSelectionRange(position, position)
}

/** @param {HTMLInputElement} input */
export const formatNumberInput = (input) => reformat(input, groupNumber)

/**
 * While the payer deletes, it doesn't add the separator again.
 * @param {HTMLInputElement} input
 * @param {boolean} removing
 */
export const formatExpiryInput = (input, removing) => {
  if (!removing) return reformat(input, formatExpiry)
  const digits = digitsOf(input.value)
  input.value = digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits
}

/** @param {HTMLInputElement} input @param {string} number */
export const formatCvcInput = (input, number) =>
  reformat(input, (text) => digitsOf(text).slice(0, rulesOf(digitsOf(number)).cvc))

/** @param {HTMLInputElement} input */
export const formatPostalInput = (input) =>
  reformat(input, (text) => text.replace(/[^A-Za-z0-9 -]/g, '').slice(0, 10))

/**
 * Returns where the cursor should go to delete the digit before a gap.
 * @param {HTMLInputElement} input
 */
export const stepOverGap = ({ value, selectionStart, selectionEnd }) => {
  if (selectionStart === null || selectionStart !== selectionEnd) return undefined
  const gap = /[ /]+$/.exec(value.slice(0, selectionStart))
  return gap ? selectionStart - gap[0].length : undefined
}
