// Where invoice files are kept: on disk, or in S3-compatible storage when the settings name one. A file has no
// name but the id we give it, and it is kept only once every byte of it has arrived.
import { join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import type { Config } from '../../config.ts'
import { ProviderError } from '../provider-error.ts'
import { createDiskStore } from './disk.ts'
import { createIncoming, type IncomingFile } from './incoming.ts'

export type FileStore = {
  /** Takes over the finished file at `path`, whose bytes are on the disk, and leaves nothing there. */
  keep(id: string, path: string, file: { bytes: number; sha256: string }): Promise<void>
  /** Undefined when there is no such file. */
  open(id: string): Promise<Readable | undefined>
  remove(id: string): Promise<void>
  /** The ids of files kept before that moment, some at a time. */
  listBefore(moment: Date): AsyncIterable<string[]>
  /** The id of the installation that the store belongs to; undefined while none has claimed it. */
  readMarker(): Promise<string | undefined>
  writeMarker(installation: string): Promise<void>
}

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export type ReceivedFile = Omit<IncomingFile, 'path'> & {
  /** Makes it last under this id. */
  keep(id: string): Promise<void>
}

export type Files = ReturnType<typeof createFiles>

export const createFiles = ({ dataDir, files }: Pick<Config, 'dataDir' | 'files'>) => {
  const folder = join(dataDir, 'files')
  const incoming = createIncoming(join(folder, 'incoming'))
  let store: Promise<FileStore> | undefined
  const open = (): Promise<FileStore> => {
    // Loaded only where it is used: a desk with a disk pays nothing for the other way.
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
      throw new ProviderError('files', 'unavailable', 'the file storage failed', { cause: error })
    }
  }

  return {
    /** Where the files are, for people. */
    place: files.s3 ? `${files.s3.endpoint}/${files.s3.bucket}` : resolve(folder),
    /** Writes the stream to a temporary place, hashed and counted; the caller keeps or discards it. */
    receive: async (stream: Readable): Promise<ReceivedFile> => {
      const { path, ...file } = await incoming.receive(stream)
      let isKept = false
      return {
        ...file,
        keep: async (id) => {
          await attempt((kept) => kept.keep(id, path, file))
          isKept = true
        },
        discard: async () => {
          if (!isKept) await file.discard()
        },
      }
    },
    open: (id: string) => attempt((kept) => kept.open(id)),
    remove: (id: string) => attempt((kept) => kept.remove(id)),
    /** Whatever else lies there under a name that we never give is not ours to look after. */
    listBefore: async function* (moment: Date): AsyncGenerator<string[]> {
      for await (const names of (await open()).listBefore(moment))
        yield names.filter((name) => ID.test(name))
    },
    readMarker: () => attempt((kept) => kept.readMarker()),
    writeMarker: (installation: string) => attempt((kept) => kept.writeMarker(installation)),
    /** Removes what uploads left behind that ended with the process. */
    clearIncoming: (before: Date) => incoming.clear(before),
  }
}
