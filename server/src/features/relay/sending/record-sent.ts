// Remembers that Gmail has accepted a message until the database knows it, so it isn't sent again.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Dependencies } from '../../../dependencies.ts'
import { clearFile, type MessageToSend, markSent } from './queries.ts'

const PAUSE_MS_MIN = 100
const PAUSE_MS_MAX = 1_000
/** Longer than a restart of the database takes, and shorter than a job may. After that, the job tries again. */
const PATIENCE_MS = 4 * 60_000

type Sent = Pick<MessageToSend, 'id' | 'fileId'>

/** Removes the file of a message whose content isn't needed anymore. Without its key, it can't be opened anyway. */
export const createErase =
  ({ database: { db }, files }: Dependencies) =>
  async ({ id, fileId }: Sent): Promise<void> => {
    if (fileId === null) return
    await files.remove(fileId)
    await clearFile(db, id)
  }

export const createSentRecorder = (dependencies: Dependencies) => {
  const { database, log } = dependencies
  const erase = createErase(dependencies)
  /** Gmail's ids of messages whose rows don't have it yet. */
  const unrecorded = new Map<string, string>()

  const keepTrying = async (work: () => Promise<void>): Promise<void> => {
    const endsAt = Date.now() + PATIENCE_MS
    for (let pause = PAUSE_MS_MIN; Date.now() < endsAt; pause = Math.min(pause * 2, PAUSE_MS_MAX)) {
      try {
        return await work()
      } catch {
        await sleep(pause, undefined, { ref: false })
      }
    }
    await work()
  }

  const recordSent = async ({ id, fileId }: Sent, gmailId: string): Promise<void> => {
    unrecorded.set(id, gmailId)
    await keepTrying(() => markSent(database.db, id, gmailId))
    unrecorded.delete(id)
    // If it fails, the sweep tries again.
    await erase({ id, fileId }).catch((error: unknown) =>
      log.error({ err: error, message: id }, 'could not remove the content of a relayed message'),
    )
  }

  return {
    recordSent,
    /** Undefined if Gmail doesn't have it, as far as this process knows. */
    gmailIdOf: (id: string): string | undefined => unrecorded.get(id),
  }
}
