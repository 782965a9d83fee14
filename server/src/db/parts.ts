// Reads a long list part by part, so other requests get their turn.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Part } from './list.ts'

const PAUSE_MS = 4

/**
 * Lets requests run between two queries of a long import or export. The embedded database runs in this process, so a
 * loop of queries would never let the event loop serve connections, and a request needs several turns of it.
 */
export const yieldToRequests = (): Promise<void> => sleep(PAUSE_MS)

/** `read` returns up to `limit` rows, after the last row of the part before. Then other requests get a turn. */
export async function* inParts<Row>(
  read: (part: Part<Row>) => Promise<Row[]>,
  limit = 5_000,
): AsyncGenerator<Row[]> {
  let part = await read({ limit })
  yield part
  for (let after = part.at(-1); after && part.length === limit; after = part.at(-1)) {
    await yieldToRequests()
    part = await read({ limit, after })
    yield part
  }
}
