// What every abuse run is told.
import type { FigureOf } from '../figures.ts'

export type AbuseFigure = FigureOf<{
  readonly seed: number
  /** Fuzzed requests, and swapped ids. */
  readonly requests: number
  readonly ids: number
  /** Calls against each rate limit. */
  readonly tries: number
}>
