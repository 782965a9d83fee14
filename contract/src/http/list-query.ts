// Query fields that lists share: several values, amounts, and ranges whose end must not come before their start.
import { z } from 'zod'
import { isCalendarDate } from '../values/dates.ts'
import { typedCents } from '../values/money.ts'
import { calendarDate } from '../values/text.ts'

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

/** For `superRefine`: refuses a range such as `dueFrom` and `dueTo` that ends before it starts, and names its end. */
export const inOrder = (
  query: Readonly<Record<string, unknown>>,
  context: z.RefinementCtx,
): void => {
  for (const [from, first] of Object.entries(query)) {
    const to = from.replace(/^from$/, 'to').replace(/From$/, 'To')
    const message = typeof first === 'number' ? AMOUNTS_REVERSED : RANGE_REVERSED
    if (to !== from && isReversed(first, query[to]))
      context.addIssue({ code: 'custom', path: [to], message })
  }
}

const isReversed = (first: unknown, last: unknown): boolean =>
  (typeof first === 'string' && typeof last === 'string' && last < first) ||
  (typeof first === 'number' && typeof last === 'number' && last < first)
