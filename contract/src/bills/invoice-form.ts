// The fields of the invoice form and their rules. The browser checks them before sending, the server before storing.
import { z } from 'zod'
import { AMOUNT_CENTS_MIN, INVOICE_NUMBER_LENGTH_MAX } from '../values/limits.ts'
import { CENTS_MAX, formatUsd, typedCents } from '../values/money.ts'
import { calendarDate, line } from '../values/text.ts'

/** Parses a typed amount such as `1234.5` to cents. */
export const invoiceAmount = z.string().transform((text, context) => {
  const cents = typedCents(text)
  if (cents !== undefined && cents >= AMOUNT_CENTS_MIN) return cents
  context.addIssue({ code: 'custom', message: amountProblem(text) })
  return z.NEVER
})

/** Text fields. They're trimmed, then stored and shown as entered. */
const TEXT_FIELDS = {
  invoiceNumber: line(INVOICE_NUMBER_LENGTH_MAX),
} as const
type TextField = keyof typeof TEXT_FIELDS

/** Everything a contractor enters, in the order of the form. */
export const INVOICE_FIELDS = {
  amount: invoiceAmount,
  ...TEXT_FIELDS,
  dueDate: calendarDate,
} as const
export type InvoiceField = keyof typeof INVOICE_FIELDS

/** An object with the value of each text field. */
export const textFields = <T>(get: (field: TextField) => T) => {
  const fields = Object.keys(TEXT_FIELDS) as TextField[]
  return Object.fromEntries(fields.map((field) => [field, get(field)])) as Record<TextField, T>
}

/** A comma may be a decimal separator, so we ask instead of guessing. */
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

export const DUE_DATE_PAST = "The due date can't be in the past."

/** A day not before `earliest`, which is evaluated at each check. */
export const dueDateFrom = (earliest: () => string) =>
  calendarDate.refine((day) => day >= earliest(), DUE_DATE_PAST)
