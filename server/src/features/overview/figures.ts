// Turns sums from the database into the overview's figures.

import type { Figure } from '@invoice-desk/contract/overview/overview'
import { decimalFromCents } from '@invoice-desk/contract/values/money'
import type { RangeSum, Sum } from './ranges.ts'

type Sums = readonly Sum[] | null | undefined

/** All of the sums together. */
export const figureOf = (sums: Sums): Figure => ({
  count: (sums ?? []).reduce((total, { count }) => total + count, 0),
  amount: decimalFromCents((sums ?? []).reduce((total, { cents }) => total + cents, 0)),
})

/** The sums of one range. */
export const inRange = <S extends RangeSum>(sums: readonly S[] | null | undefined, range: number) =>
  (sums ?? []).filter((sum) => sum.range === range)

type Range = { readonly label: string; readonly daysMax?: number }

/** Each range but the last ends somewhere. */
export const endsOf = (ranges: readonly Range[]): number[] =>
  ranges.flatMap(({ daysMax }) => daysMax ?? [])

export const labeled = (
  ranges: readonly Range[],
  figure: (index: number) => Figure,
): (Figure & { label: string })[] => ranges.map(({ label }, index) => ({ label, ...figure(index) }))
