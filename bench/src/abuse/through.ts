// What got through a limit, and how much of it may.
export type Through = { readonly what: string; readonly count: number; readonly max: number }

export const inWords = (all: readonly Through[]): string =>
  all.map(({ what, count, max }) => `${what} ${count} of ${max}`).join(', ')

export const tooMany = (all: readonly Through[]): string[] =>
  all.filter(({ count, max }) => count > max).map(({ what, count }) => `${count} ${what}`)
