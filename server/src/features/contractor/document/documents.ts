// Reads the documents of submitted invoices: each with the approvers' email, and the rest with the hourly sweep.
import { buffer } from 'node:stream/consumers'
import type { Dependencies } from '../../../dependencies.ts'
import { listUnreadFiles, storeAmounts } from './queries.ts'
import { readAmounts } from './read-amounts.ts'

/** Until then, the job that emails the approvers reads it. */
const MISSED_AFTER_MS = 10 * 60_000
const SWEEP_FILES_MAX = 5_000
const SWEEP_MS_MAX = 20 * 60_000

export const createDocuments = ({
  database: { db },
  files,
  log,
}: Pick<Dependencies, 'database' | 'files' | 'log'>) => {
  /** False if that isn't possible right now. */
  const read = async (fileId: string): Promise<boolean> => {
    try {
      const stream = await files.open(fileId)
      // A file that is gone has nothing to compare.
      await storeAmounts(db, fileId, stream ? await readAmounts(await buffer(stream)) : [])
      return true
    } catch (error) {
      log.error({ err: error, file: fileId }, 'could not read a document; the sweep will try again')
      return false
    }
  }

  /** Those from before an update, and those that couldn't be read when they arrived. */
  const readMissed = async (): Promise<void> => {
    const startedAt = Date.now()
    const missed = await listUnreadFiles(db, new Date(startedAt - MISSED_AFTER_MS), SWEEP_FILES_MAX)
    for (const fileId of missed) {
      if (Date.now() - startedAt > SWEEP_MS_MAX) return
      await read(fileId)
    }
  }

  return { read, readMissed }
}
