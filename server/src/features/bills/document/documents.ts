// Reads the documents of bills.
import { buffer } from 'node:stream/consumers'
import type { ReadDocument } from '@invoice-desk/contract/document/read-document'
import type { Dependencies } from '../../../dependencies.ts'
import { storeDocument } from './queries.ts'
import { readInProcess } from './read-document.ts'

export const createDocuments = ({
  database: { db },
  files,
  log,
}: Pick<Dependencies, 'database' | 'files' | 'log'>) => {
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

  return { readFile, read }
}
