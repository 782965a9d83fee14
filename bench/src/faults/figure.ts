// What every fault run is told and what it answers with.

export type FaultOptions = {
  readonly seed: number
  readonly payments: number
  /** How many processes of the app share the work; each number is a run of its own. */
  readonly processes: readonly number[]
  /** Parts of names; empty means all. */
  readonly names: readonly string[]
  readonly write: boolean
}

export type Result = {
  readonly figure: string
  /** What was done, with its counts. */
  readonly done: string
  readonly result: string
  /** Each a sentence; none when the figure is reached. */
  readonly problems: readonly string[]
}

export type Figure = {
  readonly name: string
  readonly run: (options: FaultOptions) => Promise<readonly Result[]>
}

export const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`
