// Keeps other users of this machine out of a folder with people's data.
import { chmodSync, statSync } from 'node:fs'

/** An existing folder, such as one from an older version. New ones are made that way. */
export const keepPrivate = (folder: string): void => {
  const found = statSync(folder, { throwIfNoEntry: false })
  // Where it belongs to someone else, such as a mounted disk, its owner decides.
  const isOurs = found?.uid === process.getuid?.()
  if (found && isOurs && (found.mode & 0o077) !== 0) chmodSync(folder, 0o700)
}
