// Files on their way in: written piece by piece under a temporary name, so that memory holds only a piece.
import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
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
    let bytes = 0
    const measure = async function* (source: AsyncIterable<Buffer>) {
      for await (const piece of source) {
        hash.update(piece)
        bytes += piece.length
        yield piece
      }
    }
    try {
      await pipeline(stream, measure, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
      return { path, bytes, sha256: hash.digest('hex'), ...(await readEnds(path, bytes)), discard }
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

const readEnds = async (path: string, bytes: number): Promise<{ head: Buffer; tail: Buffer }> => {
  const handle = await open(path)
  try {
    const length = Math.min(bytes, END_BYTES)
    const read = async (position: number) => {
      const { buffer } = await handle.read({ buffer: Buffer.alloc(length), position })
      return buffer
    }
    return { head: await read(0), tail: await read(bytes - length) }
  } finally {
    await handle.close()
  }
}
