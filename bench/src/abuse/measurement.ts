// The options of the abuse runs.
import type { Measurement } from '../measurements.ts'

export type AbuseMeasurement = Measurement<{
  readonly seed: number
  /** Fuzzed requests, and swapped ids. */
  readonly requests: number
  readonly ids: number
  /** Calls against each rate limit. */
  readonly tries: number
}>
