// Validates the text fields of forms.
import { z } from 'zod'
import { dateProblem, isCalendarDate } from './dates.ts'

const isLine = (text: string): boolean => !/\p{Cc}/u.test(text) && text.isWellFormed()
const NOT_A_LINE = 'This must be a single line.'

/** One line of text: trimmed, not empty, no control characters, valid Unicode. */
export const line = (lengthMax: number) =>
  z.string().trim().min(1).max(lengthMax).refine(isLine, NOT_A_LINE)

/** Like `line`, but may be empty. */
export const optionalLine = (lengthMax: number) =>
  z.string().trim().max(lengthMax).refine(isLine, NOT_A_LINE).default('')

/** An existing day as `YYYY-MM-DD`. */
export const calendarDate = z
  .string()
  .refine(isCalendarDate, { error: ({ input }) => dateProblem(input), abort: true })
