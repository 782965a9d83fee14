// Uploads: a record for each file, and the contents of the latest files.
import type { Store } from '../../store.ts'
import { createEntity } from '../bookkeeping/write.ts'
import type { Books } from '../records/books.ts'
import { checkBody } from '../records/check-fields.ts'
import type { EntityOf } from '../records/entities.ts'
import { faultBody, QuickBooksFault, requiredMissing, unparsable } from './fault.ts'

/** The real limit is 100 MB; the app's files have at most 10 MB. */
export const UPLOAD_BYTES_MAX = 25 * 1024 * 1024
const TOTAL_BYTES_MAX = 64 * 1024 * 1024

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  gif: 'image/gif',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  pdf: 'application/pdf',
  png: 'image/png',
  tif: 'image/tiff',
  txt: 'text/plain',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xml: 'text/xml',
}

type StoredFile = { key: string; base64: string; bytes: number }
type Files = ReturnType<typeof createFiles>

export const createFiles = (store: Store) => {
  const files = store.collection<StoredFile>('quickbooks/files')
  return {
    keep: (key: string, content: Buffer): void => {
      files.set(key, { key, base64: content.toString('base64'), bytes: content.length })
      let totalBytes = files.list().reduce((sum, { bytes }) => sum + bytes, 0)
      for (const oldest of files.list()) {
        if (totalBytes <= TOTAL_BYTES_MAX) break
        files.delete(oldest.key)
        totalBytes -= oldest.bytes
      }
    },
    find: (key: string): Buffer | undefined => {
      const file = files.get(key)
      return file && Buffer.from(file.base64, 'base64')
    },
    clear: () => files.clear(),
  }
}

type Upload = {
  readonly metadata: string
  readonly fileName: string
  readonly content: Buffer
}

/** Pairs each `file_metadata_NN` with its `file_content_NN`. */
export const readUploads = async (body: Buffer, contentType: string): Promise<Upload[]> => {
  const form = await readForm(body, contentType)
  const numbers = [...form.keys()]
    .filter((key) => key.startsWith('file_content_'))
    .map((key) => key.slice('file_content_'.length))
  if (numbers.length === 0) throw requiredMissing('file_content_01')
  return Promise.all(
    numbers.map(async (number) => {
      const metadata = form.get(`file_metadata_${number}`)
      const file = form.get(`file_content_${number}`)
      return {
        // A part with type `application/json` is parsed as a file.
        metadata: metadata instanceof File ? await metadata.text() : (metadata ?? '{}'),
        fileName: file instanceof File ? file.name : '',
        content: file instanceof File ? Buffer.from(await file.arrayBuffer()) : Buffer.alloc(0),
      }
    }),
  )
}

const readForm = async (body: Buffer, contentType: string): Promise<FormData> => {
  try {
    const bytes = new Uint8Array(body)
    return await new Response(bytes, { headers: { 'content-type': contentType } }).formData()
  } catch {
    throw unparsable()
  }
}

/** A refused file doesn't fail the request; its fault takes the file's place in the answer. */
export const saveUpload = (
  { files, context }: { readonly files: Files; readonly context: { readonly url: string } },
  books: Books,
  upload: Upload,
): Record<string, unknown> => {
  try {
    if (upload.content.length === 0) throw invalidFile('The file is empty')
    const { draft } = checkBody('Attachable', parseMetadata(upload.metadata))
    const described = describeFile(draft.FileName ?? upload.fileName, upload.content.length)
    const { realmId } = books.company
    return books.together(() => {
      const attachable = createEntity(
        books,
        'Attachable',
        { ...draft, ...described },
        {},
        (Id) => ({ TempDownloadUri: `${context.url}/files/${realmId}/${Id}` }),
      )
      files.keep(`${realmId}/${attachable.Id}`, upload.content)
      return { Attachable: attachable }
    })
  } catch (error) {
    if (!(error instanceof QuickBooksFault)) throw error
    return { Fault: faultBody(error).Fault }
  }
}

const parseMetadata = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw unparsable()
  }
}

const describeFile = (
  FileName: string,
  Size: number,
): Pick<EntityOf['Attachable'], 'FileName' | 'Size' | 'ContentType'> => {
  const extension = FileName.split('.').pop()?.toLowerCase() ?? ''
  const ContentType = Object.hasOwn(CONTENT_TYPES, extension) ? CONTENT_TYPES[extension] : undefined
  if (!ContentType) throw invalidFile(`Files of type ${extension} are not supported`)
  return { FileName, Size, ContentType }
}

const invalidFile = (detail: string) =>
  new QuickBooksFault('6041', 'Invalid Uploaded File', `Invalid Uploaded File : ${detail}`, '')
