// Query fields that lists share: ranges whose end must not come before their start.
import type { z } from 'zod'

export const RANGE_REVERSED = "The end date can't be before the start date."

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
