// Attaches a task's invoice file to its bill in QuickBooks.
import type { Readable } from 'node:stream'
import { FILE_BYTES_MAX } from '@invoice-desk/contract/limits'
import type { Dependencies } from '../../../dependencies.ts'
import { ProviderError } from '../../../providers/provider-error.ts'
import { findPosting, findTaskFile, markAttached } from '../queries.ts'

export const createAttachFile =
  ({ database: { db }, files, quickbooks }: Dependencies) =>
  async (taskId: string): Promise<void> => {
    const row = await findPosting(db, taskId)
    if (row?.state !== 'created' || row.billId === null || row.attachedAt) return
    const file = await findTaskFile(db, taskId)
    if (!file) return
    const stream = await files.open(file.id)
    if (!stream) throw new ProviderError('files', 'unavailable', `file ${file.id} is missing`)
    const attached = { name: file.name, contentType: file.type, bytes: await readAll(stream) }
    const { attachments } = quickbooks.for('staff')
    await attachments.attachToBill(row.billId, attached, `a-${row.billId}`)
    await markAttached(db, taskId)
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
