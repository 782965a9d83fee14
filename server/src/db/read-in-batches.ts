// Reads a long list in batches, so other requests get their turn.
import { setTimeout as sleep } from 'node:timers/promises'

const PAUSE_MS = 4

/**
 * Lets requests run between two queries of a long import or export. The embedded database runs in this process, so a
 * loop of queries would never let the event loop serve connections, and a request needs several turns of it.
 */
export const yieldToRequests = (): Promise<void> => sleep(PAUSE_MS)

/** `read` returns up to `limit` rows, after the last row of the batch before. Then other requests get a turn. */
export async function* readInBatches<Row>(
  read: (batch: { readonly limit: number; readonly after?: Row }) => Promise<Row[]>,
  limit = 5_000,
): AsyncGenerator<Row[]> {
  let rows = await read({ limit })
  yield rows
  for (let after = rows.at(-1); after && rows.length === limit; after = rows.at(-1)) {
    await yieldToRequests()
    rows = await read({ limit, after })
    yield rows
  }
}
