// Tests the file store by writing, reading and deleting a small file, and looks at the free space.
import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Finding } from '@invoice-desk/contract/system/service-checks'
import { FREE_BYTES_MIN, readFreeBytes } from '../../../lib/disk-space.ts'
import { findInstallation } from '../sweep/queries.ts'
import { type Check, type CheckDependencies, note, ok, problem } from './check.ts'
import { codeOf, messagesOf, unreachable } from './errors.ts'

const GIGABYTE = 1_000_000_000

export const checkStorage: Check = async (deps) => {
  const { files } = deps
  try {
    const isSame = await writeAndRead(files)
    return [
      isSame
        ? ok(`A file was written, read and deleted in ${files.place}.`)
        : problem(
            `A file that was written to ${files.place} came back different.`,
            'Check the disk or the storage service before you trust it with invoices.',
          ),
      ...(await ownerProblems(deps)),
      ...(await spaceNotes(deps.config)),
    ]
  } catch (error) {
    return [explain(deps, error)]
  }
}

/**
 * The id isn't a UUID and begins with letters that no invoice file has, so the sweep ignores a probe that a crash left
 * behind.
 */
const writeAndRead = async (files: CheckDependencies['files']): Promise<boolean> => {
  const id = `probe-${randomUUID()}`
  const content = Buffer.from(`A test of the file store: ${id}`)
  const received = await files.receive(Readable.from([content]))
  try {
    await received.keep(id)
    const stream = await files.open(id)
    return stream !== undefined && (await buffer(stream)).equals(content)
  } finally {
    await received.discard()
    await files.remove(id)
  }
}

/** The same question that the sweep asks before it deletes files. */
const ownerProblems = async ({ database, files }: CheckDependencies): Promise<Finding[]> => {
  const marker = await files.readMarker()
  // The test of the database says if it can't be read.
  const installation = await findInstallation(database.db).catch(() => undefined)
  if (marker === undefined || !installation || marker === installation.id) return []
  return [
    problem(
      'The file store belongs to a different installation from the database.',
      "Check DATABASE_URL, DATA_DIR and the FILES_S3 settings. See docs/running.md, under Files that aren't in the database.",
    ),
  ]
}

/** Uploads are written to DATA_DIR first, even with S3. */
const spaceNotes = async ({ dataDir }: CheckDependencies['config']): Promise<Finding[]> => {
  const free = await readFreeBytes(dataDir)
  if (free >= FREE_BYTES_MIN) return []
  const text = `The disk of ${resolve(dataDir)} has only ${(free / GIGABYTE).toFixed(1)} GB left.`
  return [note(text, 'Make room, or move DATA_DIR to a larger disk.')]
}

const explain = ({ config, files }: CheckDependencies, error: unknown): Finding => {
  const fixes = FIXES[codeOf(error)]
  if (fixes) return problem(`We can't write to ${files.place}: ${fixes[0]}.`, fixes[1])
  const { s3 } = config.files
  if (!s3) {
    const fix = 'Check that DATA_DIR is a folder on a working disk.'
    return problem(`Files can't be stored in ${files.place}.`, fix)
  }
  const away = unreachable(error, new URL(s3.endpoint).host)
  if (away) return problem(away, 'Check FILES_S3_ENDPOINT.')
  const [text, fix] = s3Problem(messagesOf(error))
  return problem(`${text} (${files.place})`, fix)
}

const WRITABLE = 'Make DATA_DIR writable for the user that runs the app.'
const FIXES: Readonly<Record<string, readonly [text: string, fix: string]>> = {
  EACCES: ['it belongs to another user', WRITABLE],
  EPERM: ['the system forbids it', WRITABLE],
  EROFS: ['the file system is read-only', WRITABLE],
  ENOSPC: ['the disk is full', 'Make room, or move DATA_DIR to a larger disk.'],
  EDQUOT: ['the disk quota is used up', 'Make room, or raise the quota.'],
}

/** From the code in S3's answer. */
const s3Problem = (messages: string): readonly [text: string, fix: string] => {
  const code = /<Code>(\w+)<\/Code>/.exec(messages)?.[1] ?? ''
  if (code === 'NoSuchBucket' || (code === '' && messages.includes('does not exist'))) {
    return ["The bucket doesn't exist.", 'Create it, or correct FILES_S3_BUCKET.']
  }
  if (code === 'InvalidAccessKeyId') return ["S3 doesn't know the key.", 'Correct FILES_S3_KEY.']
  if (code === 'SignatureDoesNotMatch') {
    return ['S3 refused the secret key.', 'Correct FILES_S3_SECRET.']
  }
  if (code === 'AuthorizationHeaderMalformed' || code === 'PermanentRedirect') {
    const region = /<Region>([\w-]+)<\/Region>/.exec(messages)?.[1]
    return [
      'The bucket is in a different region.',
      `Set FILES_S3_REGION${region ? ` to ${region}` : ''}, and FILES_S3_ENDPOINT to that region's address.`,
    ]
  }
  if (code === 'AccessDenied' || / 403 /.test(messages)) {
    return [
      'S3 refused access.',
      'Allow this key to get, put and delete objects and to list the bucket.',
    ]
  }
  return ['The storage service failed.', "Check the FILES_S3 settings and the service's status."]
}
