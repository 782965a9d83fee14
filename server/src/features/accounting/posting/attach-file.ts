// Attaches a task's invoice file to its bill in QuickBooks.
import { parse } from 'node:path'
import type { Readable } from 'node:stream'
import { FILE_BYTES_MAX } from '@invoice-desk/contract/limits'
import type { Dependencies } from '../../../dependencies.ts'
import { ProviderError } from '../../../providers/provider-error.ts'
import { findPosting, findTaskFile, markAttached } from '../queries.ts'
import { isOutdated } from './posting-rules.ts'

export const createAttachFile =
  ({ database: { db }, files, quickbooks }: Dependencies) =>
  async (taskId: string): Promise<void> => {
    const row = await findPosting(db, taskId)
    if (row?.state !== 'created' || row.billId === null || row.attachedAt) return
    const file = await findTaskFile(db, taskId)
    if (!file || isOutdated(row, file.task)) return
    const stream = await files.open(file.id)
    if (!stream) throw new ProviderError('files', 'unavailable', `file ${file.id} is missing`)
    const isCorrected = file.task.changes.resubmittedAt !== undefined
    const name = isCorrected ? correctedName(file) : file.name
    const attached = { name, contentType: file.type, bytes: await readAll(stream) }
    const { attachments } = quickbooks.for('staff')
    await attachments.attachToBill(row.billId, attached, `a-${row.billId}-${file.id}`)
    await db.transaction((tx) => markAttached(tx, taskId, file.id))
  }

/** The bill may already have an earlier file with the same name, and only one of each name is attached. */
const correctedName = ({ id, name }: { id: string; name: string }): string => {
  const { name: stem, ext } = parse(name)
  return `${stem} (corrected ${id.slice(0, 8)})${ext}`
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
