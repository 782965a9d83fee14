// What every fault run is told.
import type { Measurement } from '../measurements.ts'

export type FaultMeasurement = Measurement<{
  readonly seed: number
  /** Or bills, or mails. */
  readonly payments: number
  /** How many processes of the app share the work; each number is a run of its own. */
  readonly processes: readonly number[]
}>

export const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`

export const processesText = (count: number): string =>
  count === 1 ? 'one process' : `${count} processes`
