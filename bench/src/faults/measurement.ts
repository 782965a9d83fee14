// The options of the fault runs.
import type { Measurement } from '../measurements.ts'

export type FaultMeasurement = Measurement<{
  readonly seed: number
  /** Number of payments, bills or emails. */
  readonly payments: number
  /** Numbers of processes; one run for each. */
  readonly processes: readonly number[]
}>

export const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`

export const processesText = (count: number): string =>
  count === 1 ? 'one process' : `${count} processes`
