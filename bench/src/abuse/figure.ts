// What every abuse run is told and what it answers with.
import type { Result } from '../faults/figure.ts'

export type AbuseOptions = {
  readonly seed: number
  /** Fuzzed requests, and swapped ids. */
  readonly requests: number
  readonly ids: number
}

export type AbuseFigure = {
  readonly name: string
  readonly run: (options: AbuseOptions) => Promise<readonly Result[]>
}
