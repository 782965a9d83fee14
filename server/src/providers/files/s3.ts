// Stores files in S3-compatible storage. Each upload is signed with the file's hash, so the storage verifies its content.
import { hash } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { AwsClient } from 'aws4fetch'
import type { Config } from '../../settings/config.ts'
import type { FileStore } from './store.ts'

const UPLOAD_TIMEOUT_MS = 60_000
const TIMEOUT_MS = 15_000
const PREFIX = 'files/'
/** Outside the prefix, so listings don't include it. */
const MARKER = '/installation'

export const createS3Store = (settings: NonNullable<Config['files']['s3']>): FileStore => {
  const client = new AwsClient({
    accessKeyId: settings.key,
    secretAccessKey: settings.secret,
    service: 's3',
    region: settings.region,
    retries: 2,
  })
  const bucket = `${settings.endpoint}/${settings.bucket}`

  const call = async (path: string, init: RequestInit, timeoutMs = TIMEOUT_MS) => {
    const signal = AbortSignal.timeout(timeoutMs)
    const answer = await client.fetch(`${bucket}${path}`, { ...init, redirect: 'error', signal })
    if (answer.ok || answer.status === 404) return answer
    throw new Error(`S3 returned ${answer.status} for ${init.method}: ${await answer.text()}`)
  }
  /** A 404 can also mean that the bucket is missing. */
  const assertBucket = (answer: Response) => {
    if (!answer.ok) throw new Error(`the bucket ${settings.bucket} does not exist`)
  }
  const put = async (path: string, body: Blob | string, sha256: string) => {
    const headers = { 'x-amz-content-sha256': sha256 }
    assertBucket(await call(path, { method: 'PUT', headers, body }, UPLOAD_TIMEOUT_MS))
  }
  const pathOf = (id: string) => `/${PREFIX}${id}`

  return {
    keep: async (id, path, { sha256 }) => {
      // A blob has a known length and is streamed.
      await put(pathOf(id), await openAsBlob(path), sha256)
      await rm(path, { force: true })
    },
    open: async (id) => {
      const answer = await call(pathOf(id), { method: 'GET' }, UPLOAD_TIMEOUT_MS)
      return answer.ok && answer.body ? Readable.from(answer.body) : undefined
    },
    remove: async (id) => void (await call(pathOf(id), { method: 'DELETE' })),
    listBefore: async function* (moment) {
      let next: string | undefined = ''
      while (next !== undefined) {
        const query = new URLSearchParams({ 'list-type': '2', prefix: PREFIX })
        if (next !== '') query.set('continuation-token', next)
        const answer = await call(`?${query}`, { method: 'GET' })
        assertBucket(answer)
        const page = await answer.text()
        yield entriesOf(page)
          .filter(({ modifiedAt }) => modifiedAt < moment)
          .map(({ id }) => id)
        next = textOf(page, 'NextContinuationToken')
      }
    },
    readMarker: async () => {
      const answer = await call(MARKER, { method: 'GET' })
      return answer.ok ? (await answer.text()).trim() : undefined
    },
    writeMarker: (installation) => put(MARKER, installation, hash('sha256', installation)),
  }
}

/** Our keys have only letters, digits and dashes, which XML doesn't escape. */
const entriesOf = (page: string): { id: string; modifiedAt: Date }[] =>
  [...page.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, entry = '']) => ({
    id: (textOf(entry, 'Key') ?? '').slice(PREFIX.length),
    modifiedAt: new Date(textOf(entry, 'LastModified') ?? Number.NaN),
  }))

const textOf = (xml: string, element: string): string | undefined =>
  new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1]
