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
    if (same) return same.Id
    const answer = await client.write('/upload', formOf(billId, file), requestId)
    const [first] = parseAnswer(uploadAnswer, answer, 'outcome_unknown').AttachableResponse
    // A refused file is reported as a fault inside a successful response.
    const fault = findFault(first)
    if (fault) throw faultError(400, fault, { isWrite: true })
    if (!first?.Attachable) {
      throw new ProviderError('quickbooks', 'outcome_unknown', 'the upload was not confirmed')
    }
    return first.Attachable.Id
  },
})

const formOf = (billId: string, { name, contentType, bytes }: AttachedFile): FormData => {
  const metadata = {
    AttachableRef: [{ EntityRef: { type: 'Bill', value: billId } }],
    FileName: name,
    ContentType: contentType,
  }
  const json = new Blob([JSON.stringify(metadata)], { type: 'application/json' })
  const form = new FormData()
  form.set('file_metadata_01', json, 'metadata.json')
  form.set('file_content_01', new Blob([bytes], { type: contentType }), name)
  return form
}
