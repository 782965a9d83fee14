// Attaches a task's files to its bill in QuickBooks.
import type { Readable } from 'node:stream'
import { FILE_BYTES_MAX } from '@invoice-desk/contract/values/limits'
import type { Dependencies } from '../../dependencies.ts'
import { ProviderError } from '../../providers/provider-error.ts'
import { isOutdated } from '../bills/posted-bill.ts'
import { attachmentNames } from './attachment-names.ts'
import { findPosting, findTaskFiles, markAttached } from './queries.ts'

export const createAttachFiles = ({ database: { db }, files, quickbooks }: Dependencies) => {
  const { attachments } = quickbooks.for('staff')

  return async (taskId: string): Promise<void> => {
    const row = await findPosting(db, taskId)
    if (row?.state !== 'created' || row.billId === null || row.attachedAt) return
    const task = await findTaskFiles(db, taskId)
    if (!task?.files || isOutdated(row, task)) return
    const names = attachmentNames(task.files, task.submittedAt)
    for (const [place, { id, type, erasedAt }] of task.files.entries()) {
      if (erasedAt !== null) continue
      const stream = await files.open(id)
      if (!stream) throw new ProviderError('files', 'unavailable', `file ${id} is missing`)
      const file = { name: names[place] ?? id, contentType: type, bytes: await readAll(stream) }
      // A repeated job doesn't attach it again.
      await attachments.attachToBill(row.billId, file, `a-${row.billId}-${id}`)
    }
    const ids = task.files.map(({ id }) => id)
    await db.transaction((tx) => markAttached(tx, taskId, ids))
  }
}

const readAll = async (stream: Readable): Promise<Buffer<ArrayBuffer>> => {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream) {
    bytes += chunk.length
    if (bytes > FILE_BYTES_MAX)
      throw new ProviderError('files', 'rejected', 'the file is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
