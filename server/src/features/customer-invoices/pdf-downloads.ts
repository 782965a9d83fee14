// Gets PDFs from QuickBooks: a few at a time, because they can be slow, and each only once for everyone who asks.
import type { Readable } from 'node:stream'
import { busyError } from '../../http/quickbooks-refusals.ts'
import { createTurns } from '../../lib/concurrency-limit.ts'
import type { Download } from '../../providers/quickbooks/receive.ts'
import { createPdfCache } from './pdf-cache.ts'

/** Fewer than QuickBooks calls that may run before those in the background have to wait. */
const RUNNING_MAX = 3
const WAITING_MAX = 30

export const createPdfDownloads = () => {
  const cache = createPdfCache()
  const running = new Map<string, Promise<Download>>()
  const takeTurn = createTurns({
    runningMax: RUNNING_MAX,
    waitingMax: WAITING_MAX,
    busy: () => busyError('invoice_details_failed'),
  })

  const download = async (key: string, start: () => Promise<Download>): Promise<Download> => {
    const endTurn = await takeTurn()
    try {
      const found = await start()
      // One that breaks off isn't kept; its stream ends with the error.
      const kept = found.whole.then((content) => cache.keep(key, content))
      kept.catch(() => {}).finally(endTurn)
      return found
    } catch (error) {
      endTurn()
      throw error
    }
  }

  /** The first to ask gets the PDF while it arrives, the others once it's complete. */
  return async (key: string, start: () => Promise<Download>): Promise<Buffer | Readable> => {
    const kept = cache.find(key)
    if (kept) return kept
    const joined = running.get(key)
    if (joined) return (await joined).whole
    const first = download(key, start)
    running.set(key, first)
    const done = first.then(({ whole }) => whole)
    done.catch(() => {}).finally(() => running.delete(key))
    return (await first).stream
  }
}
