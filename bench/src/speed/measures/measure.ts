// One kind of request, for our server and the bare server. To add one, add a file here and a line in all.ts.
import type { Side } from '../rounds.ts'
import type { World } from '../world.ts'

export type Measure = {
  readonly name: string
  /** The goal for our rate divided by the bare server's, on PostgreSQL at 16 connections. */
  readonly goal: number
  /** Set if it calls external services, whose share is shown. */
  readonly asksOutside?: true
  /** Sent once to both servers, whose answers must agree. */
  sample?(world: World): Buffer
  prepare(world: World): Promise<{ ours: Side; bare: Side }>
}

/** Sends the same requests to both servers. */
export const sameForBoth = (world: World, next: () => Buffer): { ours: Side; bare: Side } => ({
  ours: { url: world.ours.url, next },
  bare: { url: world.bare.url, next },
})
