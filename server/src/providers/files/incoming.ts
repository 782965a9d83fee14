// Receives uploads as a stream into a temporary file.
import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createJpegSize, type ImageSize } from './jpeg-size.ts'

/** How many bytes of each end we need to detect a file's type. */
const END_BYTES = 4_096

export type IncomingFile = {
  readonly path: string
  readonly bytes: number
  readonly sha256: string
  readonly head: Buffer
  readonly tail: Buffer
  /** Undefined if it isn't a JPEG that we can read. */
  readonly jpegSize: ImageSize | undefined
  /** Removes the file unless it was kept. */
  discard(): Promise<void>
}

export const createIncoming = (folder: string) => ({
  receive: async (stream: Readable): Promise<IncomingFile> => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const path = join(folder, `${randomUUID()}.part`)
    const discard = () => rm(path, { force: true })
    const hash = createHash('sha256')
    const ends = createEnds()
    const jpegSize = createJpegSize()
    const measure = async function* (source: AsyncIterable<Buffer>) {
      for await (const piece of source) {
        hash.update(piece)
        ends.add(piece)
        jpegSize.add(piece)
        yield piece
      }
    }
    try {
      const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })
      await pipeline(stream, measure, file)
      return {
        path,
        sha256: hash.digest('hex'),
        ...ends.read(),
        jpegSize: jpegSize.read(),
        discard,
      }
    } catch (error) {
      await discard()
      throw error
    }
  },

  clear: async (before: Date): Promise<void> => {
    for (const name of await readdir(folder).catch(() => [])) {
      const path = join(folder, name)
      const found = await stat(path).catch(() => undefined)
      if (found && found.mtime < before) await rm(path, { force: true })
    }
  },
})

/** Keeps both ends of the stream, so the file needn't be read again. */
const createEnds = () => {
  let bytes = 0
  let head: Buffer = Buffer.alloc(0)
  let tail: Buffer = Buffer.alloc(0)
  return {
    add: (piece: Buffer): void => {
      bytes += piece.length
      if (head.length < END_BYTES) head = Buffer.concat([head, piece]).subarray(0, END_BYTES)
      const last = piece.length >= END_BYTES ? piece : Buffer.concat([tail, piece])
      // Copied, because a view would keep the whole piece in memory.
      tail = Buffer.from(last.subarray(-END_BYTES))
    },
    read: () => ({ bytes, head: Buffer.from(head), tail }),
  }
}
