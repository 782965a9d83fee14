// One kind of request, ours and bare. A new one is a file beside this and a line in the list.
import type { Side } from '../rounds.ts'
import type { World } from '../world.ts'

export type Measure = {
  readonly name: string
  /** Our rate over the bare one's, on PostgreSQL at 16 connections. */
  readonly goal: number
  /** It waits for outside services, whose part in it is shown. */
  readonly asksOutside?: true
  /** Asked once of both, whose answers must agree. */
  sample?(world: World): Buffer
  prepare(world: World): Promise<{ ours: Side; bare: Side }>
}

/** For what only reads: both sides ask the same, again and again. */
export const sameOfBoth = (world: World, next: () => Buffer): { ours: Side; bare: Side } => ({
  ours: { url: world.ours.url, next },
  bare: { url: world.bare.url, next },
})
