// Files on their way in: written piece by piece under a temporary name, so that memory holds only a piece.
import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** As much of either end as telling a file's type takes. */
const END_BYTES = 4_096

export type IncomingFile = {
  readonly path: string
  readonly bytes: number
  readonly sha256: string
  readonly head: Buffer
  readonly tail: Buffer
  /** Removes it; does nothing once it was kept. */
  discard(): Promise<void>
}

export const createIncoming = (folder: string) => ({
  receive: async (stream: Readable): Promise<IncomingFile> => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const path = join(folder, `${randomUUID()}.part`)
    const discard = () => rm(path, { force: true })
    const hash = createHash('sha256')
    const ends = createEnds()
    const measure = async function* (source: AsyncIterable<Buffer>) {
      for await (const piece of source) {
        hash.update(piece)
        ends.add(piece)
        yield piece
      }
    }
    try {
      // Flushed to the disk as it is closed, while it is open anyway.
      const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })
      await pipeline(stream, measure, file)
      return { path, sha256: hash.digest('hex'), ...ends.read(), discard }
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

/** Keeps either end of what passes by, so that the file need not be opened again for them. */
const createEnds = () => {
  let bytes = 0
  let head: Buffer = Buffer.alloc(0)
  let tail: Buffer = Buffer.alloc(0)
  return {
    add: (piece: Buffer): void => {
      bytes += piece.length
      if (head.length < END_BYTES) head = Buffer.concat([head, piece]).subarray(0, END_BYTES)
      const last = piece.length >= END_BYTES ? piece : Buffer.concat([tail, piece])
      // A copy of its own: a view would hold on to the whole piece.
      tail = Buffer.from(last.subarray(-END_BYTES))
    },
    read: () => ({ bytes, head: Buffer.from(head), tail }),
  }
}
