// The invoice file of a task, for attaching it to the bill in QuickBooks.
import { FILE_BYTES_MAX } from '@invoice-desk/contract/limits'
import type { Dependencies } from '../../../dependencies.ts'
import { ProviderError } from '../../../providers/provider-error.ts'
import type { AttachedFile } from '../../../providers/quickbooks/attachments.ts'
import { findTaskFile } from '../queries.ts'

/** Undefined when the task came without a file. */
export const billFileOf = async (
  { database, files }: Pick<Dependencies, 'database' | 'files'>,
  taskId: string,
): Promise<AttachedFile | undefined> => {
  const file = await findTaskFile(database.db, taskId)
  if (!file) return undefined
  const stream = await files.open(file.id)
  if (!stream) throw new ProviderError('files', 'unavailable', `the file ${file.id} is not there`)
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream) {
    bytes += chunk.length
    if (bytes > FILE_BYTES_MAX)
      throw new ProviderError('files', 'rejected', 'the file is too large')
    chunks.push(chunk)
  }
  return { name: file.name, contentType: file.type, bytes: Buffer.concat(chunks) }
}
