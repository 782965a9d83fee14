// Attaches files to a bill.
import { z } from 'zod'
import { ProviderError } from '../provider-error.ts'
import type { Client } from './client.ts'
import { faultError, findFault } from './faults.ts'
import { is, parseAnswer, selectAll } from './query.ts'

export type AttachedFile = {
  readonly name: string
  readonly contentType: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

const record = z.object({ Id: z.string(), FileName: z.string().default('') })

const uploadAnswer = z.object({
  AttachableResponse: z.array(z.looseObject({ Attachable: record.optional() })).min(1),
})

export const createAttachments = (client: Client) => ({
  /** Attaches the file unless the bill already has one with this name. */
  attachToBill: async (billId: string, file: AttachedFile, requestId: string): Promise<string> => {
    const where = [
      is('AttachableRef.EntityRef.Type', 'Bill'),
      is('AttachableRef.EntityRef.value', billId),
    ]
    const attached = await selectAll(client, { entity: 'Attachable', record, where })
    const same = attached.find(({ FileName }) => FileName === file.name)
    return same ? same.Id : upload(client, billId, file, requestId)
  },
})

const upload = async (
  client: Client,
  billId: string,
  file: AttachedFile,
  requestId: string,
): Promise<string> => {
  const metadata = {
    AttachableRef: [{ EntityRef: { type: 'Bill', value: billId } }],
    FileName: file.name,
    ContentType: file.contentType,
  }
  const form = new FormData()
  form.set(
    'file_metadata_01',
    new Blob([JSON.stringify(metadata)], { type: 'application/json' }),
    'metadata.json',
  )
  form.set('file_content_01', new Blob([file.bytes], { type: file.contentType }), file.name)
  const answer = await client.write('/upload', form, requestId)
  const [first] = parseAnswer(uploadAnswer, answer, 'outcome_unknown').AttachableResponse
  // A refused file is reported as a fault inside a successful response.
  const fault = findFault(first)
  if (fault) throw faultError(400, fault, { isWrite: true })
  if (!first?.Attachable) {
    throw new ProviderError('quickbooks', 'outcome_unknown', 'the upload was not confirmed')
  }
  return first.Attachable.Id
}
