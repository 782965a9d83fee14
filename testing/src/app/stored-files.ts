// Lists the files in the app's file storage.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestDesk } from './test-desk.ts'

/** The names of all files, sorted. */
export const storedFiles = async ({ dataDir }: TestDesk): Promise<string[]> => {
  const entries = await readdir(join(dataDir, 'files'), {
    recursive: true,
    withFileTypes: true,
  }).catch(() => [])
  return (
    entries
      // The hourly sweep writes this file to mark the storage as belonging to this installation.
      .filter((entry) => entry.isFile() && entry.name !== 'installation')
      .map(({ name }) => name)
      .sort()
  )
}
