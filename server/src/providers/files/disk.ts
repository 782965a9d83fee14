// Files on this machine's disk, in folders of at most a few thousand each.
import { constants, createReadStream } from 'node:fs'
import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FileStore } from './files.ts'

export const createDiskStore = (folder: string): FileStore => {
  // Ids are ours and random, so their beginnings spread the files evenly.
  const pathOf = (id: string) => join(folder, id.slice(0, 2), id)
  return {
    keep: async (id, path) => {
      const target = pathOf(id)
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      await rename(path, target)
      // The new name itself must survive a power failure, not only the bytes behind it.
      await flush(dirname(target))
    },
    open: async (id) => {
      const path = pathOf(id)
      const isThere = await access(path, constants.R_OK).then(
        () => true,
        () => false,
      )
      return isThere ? createReadStream(path) : undefined
    },
    remove: (id) => rm(pathOf(id), { force: true }),
    listBefore: async function* (moment) {
      for (const prefix of await readdir(folder).catch(() => [])) {
        const ids: string[] = []
        for (const id of await readdir(join(folder, prefix)).catch(() => [])) {
          const found = await stat(pathOf(id)).catch(() => undefined)
          if (found && found.mtime < moment) ids.push(id)
        }
        yield ids
      }
    },
  }
}

const flush = async (path: string): Promise<void> => {
  const handle = await open(path)
  try {
    await handle.sync()
  } catch (error) {
    // Windows cannot flush a folder, and has no need to.
    if (process.platform !== 'win32') throw error
  } finally {
    await handle.close()
  }
}
