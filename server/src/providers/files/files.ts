// Stores invoice files by id, on disk or in S3-compatible storage.
import { join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { isUuid } from '@invoice-desk/contract/values/ids'
import type { Config } from '../../settings/config.ts'
import { ProviderError } from '../provider-error.ts'
import { createDiskStore } from './disk.ts'
import { createIncoming, type IncomingFile } from './incoming.ts'
import type { FileStore } from './store.ts'

export type ReceivedFile = Omit<IncomingFile, 'path'> & {
  /** Stores it under this id. */
  keep(id: string): Promise<void>
}

export type Files = ReturnType<typeof createFiles>

export const createFiles = ({ dataDir, files }: Pick<Config, 'dataDir' | 'files'>) => {
  const folder = join(dataDir, 'files')
  const incoming = createIncoming(join(folder, 'incoming'))
  let store: Promise<FileStore> | undefined
  const open = (): Promise<FileStore> => {
    // Loaded only if it's used.
    const { s3 } = files
    store ??= s3
      ? import('./s3.ts').then(({ createS3Store }) => createS3Store(s3))
      : Promise.resolve(createDiskStore(folder))
    return store
  }
  const attempt = async <T>(work: (store: FileStore) => Promise<T>): Promise<T> => {
    try {
      return await work(await open())
    } catch (error) {
      throw new ProviderError('files', 'unavailable', 'file storage failed', { cause: error })
    }
  }

  return {
    /** Where the files are, for messages and logs. */
    place: files.s3 ? `${files.s3.endpoint}/${files.s3.bucket}` : resolve(folder),
    /** Writes the stream to a temporary file. The caller keeps or discards it. */
    receive: async (stream: Readable): Promise<ReceivedFile> => {
      const { path, ...file } = await incoming.receive(stream)
      let isKept = false
      return {
        ...file,
        keep: async (id) => {
          await attempt((target) => target.keep(id, path, file))
          isKept = true
        },
        discard: async () => {
          if (!isKept) await file.discard()
        },
      }
    },
    open: (id: string) => attempt((target) => target.open(id)),
    remove: (id: string) => attempt((target) => target.remove(id)),
    /** Skips files whose names aren't our ids. */
    listBefore: async function* (moment: Date): AsyncGenerator<string[]> {
      for await (const names of (await open()).listBefore(moment))
        yield names.filter((name) => isUuid(name) && name === name.toLowerCase())
    },
    readMarker: () => attempt((target) => target.readMarker()),
    writeMarker: (installation: string) => attempt((target) => target.writeMarker(installation)),
    /** Removes uploads that were cut off when a process ended. */
    clearIncoming: (before: Date) => incoming.clear(before),
  }
}
