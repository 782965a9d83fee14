// Command-line options: which measurements, their size and duration, and whether to store the tables.

export type Options = {
  /** Parts of names; empty means all. */
  readonly names: readonly string[]
  /** Parts of request names, for benchmarks of several requests; empty means all. */
  readonly requests: readonly string[]
  readonly sizes: readonly number[]
  /** Pairs of rounds: ours, then the bare server's. */
  readonly rounds: number
  readonly roundMs: number
  readonly write: boolean
}

export const readOptions = (args: readonly string[]): Options => {
  const flag = (name: string) =>
    args.find((each) => each.startsWith(`--${name}=`))?.slice(name.length + 3)
  const numbers = (name: string, fallback: readonly number[]) =>
    flag(name)?.split(',').map(positive) ?? fallback
  return {
    names: args.filter((each) => !each.startsWith('-')),
    requests: flag('requests')?.split(',') ?? [],
    sizes: numbers('sizes', [1_000, 100_000, 1_000_000]),
    rounds: positive(flag('rounds') ?? '7'),
    roundMs: positive(flag('round-ms') ?? '1000'),
    write: args.includes('--write'),
  }
}

const positive = (text: string): number => {
  const number = Number(text.replaceAll('_', ''))
  if (!Number.isInteger(number) || number < 1)
    throw new Error(`${text} is not a whole number above 0`)
  return number
}
