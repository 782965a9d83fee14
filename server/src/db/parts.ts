// Reads a long list part by part, so other requests get their turn.
import { setTimeout as sleep } from 'node:timers/promises'

const PAUSE_MS = 4

/**
 * Lets requests run between two queries of a long import or export. The embedded database runs in this process, so a
 * loop of queries would never let the event loop serve connections, and a request needs several turns of it.
 */
export const yieldToRequests = (): Promise<void> => sleep(PAUSE_MS)

/** `read` returns up to `size` rows after the last row of the part before. */
export async function* inParts<Row>(
  size: number,
  read: (after: Row | undefined) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let part = await read(undefined)
  yield part
  for (let after = part.at(-1); after && part.length === size; after = part.at(-1)) {
    await yieldToRequests()
    part = await read(after)
    yield part
  }
}
