// Reads the documents of submitted invoices: each with the approvers' email, and the rest with the hourly sweep.
import { buffer } from 'node:stream/consumers'
import type { ReadDocument } from '@invoice-desk/contract/document/read-document'
import type { Db } from '../../../db/client.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { newJob } from '../../../jobs/queue.ts'
import { findTask, updateTask, waitingAgain } from '../../approval/queries.ts'
import { readProgress } from '../../approval/rules/queries.ts'
import { approverNoticeJob } from '../job-kinds.ts'
import { listUnreadFiles, storeDocument } from './queries.ts'
import { readInProcess } from './read-document.ts'

/** Until then, the job that emails the approvers reads it. */
const MISSED_AFTER_MS = 10 * 60_000
const SWEEP_FILES_MAX = 5_000
const SWEEP_MS_MAX = 20 * 60_000

export const createDocuments = ({
  config,
  database: { db },
  files,
  log,
}: Pick<Dependencies, 'config' | 'database' | 'files' | 'log'>) => {
  /** Undefined if that isn't possible right now. */
  const readFile = async (fileId: string): Promise<ReadDocument | undefined> => {
    try {
      const stream = await files.open(fileId)
      // Perhaps the storage isn't connected.
      if (!stream) throw new Error('The file is missing')
      return await readInProcess(await buffer(stream))
    } catch (error) {
      log.error({ err: error, file: fileId }, 'could not read a document; the sweep will try again')
      return undefined
    }
  }

  /** False if that isn't possible right now. */
  const read = async (fileId: string): Promise<boolean> => {
    const document = await readFile(fileId)
    if (document) await storeDocument(db, fileId, document)
    return document !== undefined
  }

  const stateOf = async (tx: Db, billId: string | null) => {
    const task = billId === null ? undefined : await findTask(tx, billId)
    // For a new or corrected invoice, the email is still to come.
    if (task?.status !== 'sent_for_approval') return undefined
    return { task, ...(await readProgress(tx, config, task)) }
  }

  /** The approvers were emailed before it was read. Those whose turn it is only now are told. */
  const storeMissed = (
    fileId: string,
    billId: string | null,
    document: ReadDocument,
  ): Promise<void> =>
    db.transaction(async (tx) => {
      const before = await stateOf(tx, billId)
      await storeDocument(tx, fileId, document)
      const after = await stateOf(tx, billId)
      if (!before || !after) return
      const isAsked = new Set(before.asked.map(({ email }) => email))
      const only = after.asked.map(({ email }) => email).filter((email) => !isAsked.has(email))
      const isComplete = before.progress.waiting.length > 0 && after.progress.waiting.length === 0
      if (only.length === 0 && !isComplete) return
      const { id, version } = after.task
      const jobs = [newJob(approverNoticeJob, { billId: id, version: 0, only })]
      await updateTask(tx, { id, version }, waitingAgain(), { events: [], jobs })
    })

  /** Those from before an update, and those that couldn't be read when they arrived. */
  const readMissed = async (): Promise<void> => {
    const startedAt = Date.now()
    const missed = await listUnreadFiles(db, new Date(startedAt - MISSED_AFTER_MS), SWEEP_FILES_MAX)
    for (const { fileId, billId } of missed) {
      if (Date.now() - startedAt > SWEEP_MS_MAX) return
      const document = await readFile(fileId)
      if (document) await storeMissed(fileId, billId, document)
    }
  }

  return { read, readMissed }
}
