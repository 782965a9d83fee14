// How many calls passed a rate limit, and how many may.
export type LimitResult = { readonly what: string; readonly count: number; readonly max: number }

export const describeLimits = (all: readonly LimitResult[]): string =>
  all.map(({ what, count, max }) => `${what} ${count} of ${max}`).join(', ')

export const listExceeded = (all: readonly LimitResult[]): string[] =>
  all.filter(({ count, max }) => count > max).map(({ what, count }) => `${count} ${what}`)
