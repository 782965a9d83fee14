// The files of a submission: those that were sent, and those of earlier bills that it lists again.
import { randomUUID } from 'node:crypto'
import { FILES_TOO_LARGE, hasInvoiceExtension } from '@invoice-desk/contract/bills/invoice-files'
import { FILE_BYTES_MAX } from '@invoice-desk/contract/values/limits'
import type { Db } from '../../../db/client.ts'
import type { invoiceFile } from '../../../db/schema/bills.ts'
import { AppError } from '../../../lib/app-error.ts'
import type { ReceivedFile } from '../../../providers/files/files.ts'
import { keepFiles } from '../../bills/retention/queries.ts'
import { fileNameOf, fileTypeOf, PIXELS_MAX, pixelsOf } from './file-check.ts'
import { listOwnFiles } from './queries.ts'

export type SubmittedFile = ReceivedFile & { readonly name: string }

export type BillFile = {
  readonly row: Omit<typeof invoiceFile.$inferSelect, 'createdAt' | 'erasedAt' | 'isStored'>
  /** Missing if an earlier bill has it already. */
  readonly received?: SubmittedFile
}

type Sent = {
  readonly list: readonly string[] | undefined
  readonly files: readonly SubmittedFile[]
}

/** In their order, the invoice first. Undefined if the form says nothing about files. */
export const gatherFiles = async (
  db: Db,
  owner: { readonly email: string; readonly vendor: string },
  { list, files: sent }: Sent,
): Promise<readonly BillFile[] | undefined> => {
  if (!list) return sent.length > 0 ? sent.map(checkFile) : undefined
  const ids = list.filter((name) => name !== 'new')
  if (list.length - ids.length !== sent.length)
    throw new AppError('invalid_input', {
      text: "The number of files doesn't match the list.",
      field: 'files',
    })
  const earlier = ids.length > 0 ? await listOwnFiles(db, owner, ids) : []
  const unused = sent.map(checkFile)
  const files = list.map((name) => {
    const row = earlier.find(({ id }) => id === name)
    const file = name === 'new' ? unused.shift() : row && { row }
    if (!file) throw new AppError('file_gone', { field: 'file' })
    return file
  })
  const bytes = files.reduce((sum, { row }) => sum + row.bytes, 0)
  if (bytes > FILE_BYTES_MAX)
    throw new AppError('file_too_large', { text: FILES_TOO_LARGE, field: 'file' })
  return files
}

const TOO_MANY_PIXELS =
  'This image has more than 60 million pixels. Save a smaller one and choose that.'

const checkFile = (received: SubmittedFile): BillFile => {
  const { name, bytes, sha256 } = received
  if (bytes === 0) throw new AppError('file_empty', { field: 'file' })
  const type = hasInvoiceExtension(name) ? fileTypeOf(received) : undefined
  if (!type) throw new AppError('file_type_refused', { field: 'file' })
  if (pixelsOf(type, received) > PIXELS_MAX)
    throw new AppError('file_type_refused', { text: TOO_MANY_PIXELS, field: 'file' })
  // A job reads a PDF. An image has no text.
  const amounts = type === 'application/pdf' ? null : []
  const id = randomUUID()
  const row = { id, type, name: fileNameOf(name, type), bytes, sha256, amounts, found: null }
  return { received, row }
}

/** The files of an earlier bill may have been erased a moment ago. From here on, they aren't. */
export const assertKept = async (tx: Db, files: readonly BillFile[]): Promise<void> => {
  const ids = files.filter(({ received }) => !received).map(({ row }) => row.id)
  if (ids.length === 0) return
  const kept = await keepFiles(tx, ids)
  if (ids.some((id) => !kept.has(id))) throw new AppError('file_gone', { field: 'file' })
}

/** The rows to insert. */
export const newRowsOf = (files: readonly BillFile[]) =>
  files.filter(({ received }) => received).map(({ row }) => row)

/** The bill's columns. */
export const fileColumnsOf = ([invoice, ...others]: readonly BillFile[]) => ({
  fileId: invoice?.row.id ?? null,
  attachmentIds: others.map(({ row }) => row.id),
})

export const sha256sOf = (files: readonly BillFile[]): string[] =>
  files.map(({ row }) => row.sha256)
