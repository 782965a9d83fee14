// Opens a separate file store for a test, on disk or in S3, whose files can be made to look old.
import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { startS3 } from '@invoice-desk/testing/app/s3-server'
import { createFiles } from '../../src/providers/files/files.ts'

const DAY_SECONDS = 24 * 3_600

export type StoreKind = 'on disk' | 'in S3'

export const openFileStore = async (kind: StoreKind) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'desk-files-'))
  const s3 = kind === 'in S3' ? await startS3() : undefined
  const directory = s3?.directory ?? join(dataDir, 'files')
  const files = createFiles({ dataDir, files: { s3: s3 && settingsOf(s3.env) } })

  /** Stores this many files and makes them a day old. */
  const add = async (count: number): Promise<string[]> => {
    const ids = Array.from({ length: count }, () => randomUUID())
    for (const id of ids) await (await files.receive(Readable.from([Buffer.from(id)]))).keep(id)
    const moment = Date.now() / 1_000 - DAY_SECONDS
    for (const entry of await readdir(directory, { recursive: true, withFileTypes: true }))
      if (entry.isFile()) await utimes(join(entry.parentPath, entry.name), moment, moment)
    return ids
  }

  const list = async (): Promise<string[]> => {
    const found: string[] = []
    for await (const ids of files.listBefore(new Date(Date.now() + 60_000))) found.push(...ids)
    return found.sort()
  }

  return {
    files,
    add,
    list,
    /** Does what an administrator would do after making sure that the store belongs to this database. */
    removeMarker: () => rm(join(directory, 'installation')),
    close: async () => {
      await s3?.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

const settingsOf = (env: Awaited<ReturnType<typeof startS3>>['env']) => ({
  endpoint: env.FILES_S3_ENDPOINT,
  bucket: env.FILES_S3_BUCKET,
  key: env.FILES_S3_KEY,
  secret: env.FILES_S3_SECRET,
  region: 'us-east-1',
})
