// Text as forms send it.
import { z } from 'zod'
import { dateProblem, isCalendarDate } from './dates.ts'

const isLine = (text: string): boolean => !/\p{Cc}/u.test(text) && text.isWellFormed()
const NOT_A_LINE = 'This must be a single line.'

/** One line a person typed: trimmed, not empty, no control characters, nothing that UTF-8 cannot hold. */
export const line = (lengthMax: number) =>
  z.string().trim().min(1).max(lengthMax).refine(isLine, NOT_A_LINE)

/** The same where nothing is an answer too. */
export const optionalLine = (lengthMax: number) =>
  z.string().trim().max(lengthMax).refine(isLine, NOT_A_LINE).default('')

/** A day that exists, as `YYYY-MM-DD`. */
export const calendarDate = z
  .string()
  .refine(isCalendarDate, { error: ({ input }) => dateProblem(input), abort: true })
