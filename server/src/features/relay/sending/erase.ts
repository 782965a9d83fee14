// Removes the file of a message whose content isn't needed anymore. Without its key, it can't be opened anyway.
import type { Dependencies } from '../../../dependencies.ts'
import { clearFile } from './queries.ts'

type Needs = Pick<Dependencies, 'database' | 'files'>

export const createErase =
  ({ database: { db }, files }: Needs) =>
  async ({
    id,
    fileId,
  }: {
    readonly id: string
    readonly fileId: string | null
  }): Promise<void> => {
    if (fileId === null) return
    await files.remove(fileId)
    await clearFile(db, id)
  }
