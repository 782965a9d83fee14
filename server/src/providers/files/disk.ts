// Stores files on this machine's disk, spread over 256 folders.
import { randomUUID } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import fs from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FileStore } from './store.ts'

const PAGE = 1_000

export const createDiskStore = (root: string): FileStore => {
  const folder = join(root, 'kept')
  const marker = join(root, 'installation')
  // Ids are random, so their prefixes spread the files evenly.
  const pathOf = (id: string) => join(folder, id.slice(0, 2), id)
  return {
    keep: async (id, path) => {
      const target = pathOf(id)
      const created = await fs.mkdir(dirname(target), { recursive: true, mode: 0o700 })
      await fs.rename(path, target)
      // The directory entries of the file and of a new folder must survive a power failure too.
      await flush(dirname(target))
      if (created !== undefined) for (const parent of [folder, root]) await flush(parent)
    },
    open: async (id) => {
      const path = pathOf(id)
      const found = await unlessMissing(fs.access(path, constants.R_OK).then(() => true))
      return found ? createReadStream(path) : undefined
    },
    remove: (id) => fs.rm(pathOf(id), { force: true }),
    listBefore: async function* (moment) {
      for (const prefix of (await unlessMissing(fs.readdir(folder))) ?? []) {
        // Skips folders that aren't ours, such as `lost+found`.
        if (!/^[0-9a-f]{2}$/.test(prefix)) continue
        let ids: string[] = []
        for (const id of (await unlessMissing(fs.readdir(join(folder, prefix)))) ?? []) {
          const found = await unlessMissing(fs.stat(pathOf(id)))
          if (found && found.mtime < moment) ids.push(id)
          if (ids.length < PAGE) continue
          yield ids
          ids = []
        }
        yield ids
      }
    },
    readMarker: async () => (await unlessMissing(fs.readFile(marker, 'utf8')))?.trim(),
    writeMarker: async (installation) => {
      await fs.mkdir(root, { recursive: true, mode: 0o700 })
      const path = `${marker}.${randomUUID()}`
      await fs.writeFile(path, `${installation}\n`, { mode: 0o600, flush: true })
      // Renamed atomically, because a partly written id would look like another installation's.
      await fs.rename(path, marker)
      await flush(root)
    },
  }
}

/** Rethrows other errors, because a file that can't be read isn't missing. */
const unlessMissing = <T>(found: Promise<T>): Promise<T | undefined> =>
  found.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
    throw error
  })

const flush = async (path: string): Promise<void> => {
  const handle = await fs.open(path)
  try {
    await handle.sync()
  } catch (error) {
    // Windows can't flush a folder and doesn't need to.
    if (process.platform !== 'win32') throw error
  } finally {
    await handle.close()
  }
}
