// What a contractor may enter: the browser checks by it before sending, the server again before storing.
import { z } from 'zod'
import { AMOUNT_CENTS_MIN, FILE_BYTES_MAX, FILE_EXTENSIONS } from './limits.ts'
import { CENTS_MAX, formatUsd, typedCents } from './money.ts'
import { calendarDate } from './text.ts'

/** An amount as typed, such as `1234.5`; cents once parsed. */
export const invoiceAmount = z.string().transform((text, context) => {
  const cents = typedCents(text)
  if (cents !== undefined && cents >= AMOUNT_CENTS_MIN) return cents
  context.addIssue({ code: 'custom', message: amountProblem(text) })
  return z.NEVER
})

/** A comma may be meant for the cents, so it is not guessed what was meant. */
export const AMOUNT_UNREADABLE =
  'Please enter an amount like 1,250.50, with a period before the cents.'

const amountProblem = (text: string): string => {
  const amount = Number(text.replace(/[$,\s]/g, '') || Number.NaN)
  if (Number.isNaN(amount)) return 'Please enter an amount, such as 1250.00.'
  if (text.includes(',') && !GROUPED.test(text.trim())) return AMOUNT_UNREADABLE
  if (amount > CENTS_MAX / 100) return `The amount can be at most ${formatUsd(CENTS_MAX)}.`
  if (amount < AMOUNT_CENTS_MIN / 100) return 'The amount must be at least 0.01.'
  return 'The amount can have at most two decimals.'
}

const GROUPED = /^\$?\s*\d{1,3}(,\d{3})+(\.\d*)?$/

export const DUE_DATE_PAST = 'The due date cannot be in the past.'

/** One that is not before `earliest`, which is asked for at each check. */
export const dueDateFrom = (earliest: () => string) =>
  calendarDate.refine((day) => day >= earliest(), DUE_DATE_PAST)

/** What is wrong with a file as far as its name and size tell; undefined when nothing is. */
export const fileProblem = (
  file: Readonly<{ name: string; size: number }>,
): 'file_too_large' | 'file_empty' | 'file_type_refused' | undefined => {
  if (file.size > FILE_BYTES_MAX) return 'file_too_large'
  if (file.size === 0) return 'file_empty'
  return hasInvoiceExtension(file.name) ? undefined : 'file_type_refused'
}

export const hasInvoiceExtension = (name: string): boolean =>
  FILE_EXTENSIONS.some((extension) => name.toLowerCase().endsWith(extension))
