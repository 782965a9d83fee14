// How much room the disk of a folder has.
import { statfs } from 'node:fs/promises'

/** With less than this, we warn, and the mail relay accepts nothing. */
export const FREE_BYTES_MIN = 1_000_000_000

export const readFreeBytes = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
