// Query fields that lists share: several values, amounts, and ranges whose end must not come before their start.
import { z } from 'zod'
import { isCalendarDate } from './dates.ts'
import { typedCents } from './money.ts'
import { calendarDate } from './text.ts'

/** Several of these values, separated by commas. */
export const severalOf = <const Value extends string>(values: readonly Value[]) =>
  z
    .string()
    .transform((text) => [...new Set(text.split(','))] as Value[])
    .refine((chosen) => chosen.every((each) => values.includes(each)), {
      error: `Choose from ${values.join(', ')}.`,
    })

export const NOT_AN_AMOUNT = 'Enter an amount, such as 1000 or 1,000.50.'

/** An amount in dollars, such as `1000` or `1,000.50`, as cents. */
export const dollars = z
  .string()
  .refine((text) => typedCents(text) !== undefined, {
    error: NOT_AN_AMOUNT,
    abort: true,
  })
  .transform((text) => typedCents(text) ?? 0)

/** A day to filter by. Time zones and the database have no use for the others. */
export const isFilterDay = (day: string): boolean => isCalendarDate(day) && /^(19|2\d)/.test(day)

export const filterDay = calendarDate.refine(isFilterDay, {
  error: 'Enter a date between 1900 and 2999.',
})

export const RANGE_REVERSED = "The end date can't be before the start date."
export const AMOUNTS_REVERSED = "The highest amount can't be less than the lowest."

type Range = { readonly from: string; readonly to: string; readonly error: string }

/** For `superRefine`: refuses a range that ends before it starts, and names the field of its end. */
export const inOrder =
  (ranges: readonly Range[]) =>
  (query: Readonly<Record<string, unknown>>, context: z.RefinementCtx): void => {
    for (const { from, to, error } of ranges) {
      const [first, last] = [query[from], query[to]]
      if (isReversed(first, last)) context.addIssue({ code: 'custom', path: [to], message: error })
    }
  }

const isReversed = (first: unknown, last: unknown): boolean =>
  (typeof first === 'string' && typeof last === 'string' && last < first) ||
  (typeof first === 'number' && typeof last === 'number' && last < first)
