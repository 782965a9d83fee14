// An S3 server for a test: the calls that the app makes, as strict as the real service. Each object is a file.
import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { checkSignature, type S3Key, S3Refusal } from './s3-signature.ts'

const BUCKET = 'invoices'
const KEY: S3Key = { id: 'EMULATOR', secret: 'emulated-secret', region: 'us-east-1' }
const PAGE_MAX = 1_000
/** Characters that need no escaping, in a URL or in XML. */
const NAME = /^[\w-]+(\/[\w-]+)*$/

/** @param pageMax How many objects a listing has at most, to test paging with a few */
export const startS3 = async ({ pageMax = PAGE_MAX } = {}) => {
  const root = await mkdtemp(join(tmpdir(), 'desk-s3-'))
  const [directory, incoming] = [join(root, BUCKET), join(root, 'incoming')]
  for (const folder of [directory, incoming]) await mkdir(folder)
  const store = { directory, incoming, pageMax }
  const server = createServer((request, response) => {
    answer(store, request, response).catch((error: unknown) => refuse(response, error))
  })
  await new Promise<void>((listening) => server.listen(0, 'localhost', listening))
  const { port } = server.address() as AddressInfo
  return {
    directory,
    env: {
      FILES_S3_ENDPOINT: `http://localhost:${port}`,
      FILES_S3_BUCKET: BUCKET,
      FILES_S3_KEY: KEY.id,
      FILES_S3_SECRET: KEY.secret,
    },
    close: async () => {
      const closed = new Promise((done) => server.close(done))
      server.closeAllConnections()
      await closed
      await rm(root, { recursive: true, force: true })
    },
  }
}

type Store = Readonly<Record<'directory' | 'incoming', string>> & { readonly pageMax: number }

const answer = async (store: Store, request: IncomingMessage, response: ServerResponse) => {
  checkSignature(request, KEY)
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://s3')
  const [, bucket, ...rest] = pathname.split('/')
  if (bucket !== BUCKET) throw new S3Refusal(404, 'NoSuchBucket')
  if (request.headers['if-match'] ?? request.headers['if-none-match'] ?? request.headers.range) {
    throw new S3Refusal(501, 'NotImplemented')
  }
  const key = rest.join('/')
  if (key === '' && request.method === 'GET') return list(store, searchParams, response)
  if (searchParams.size > 0) throw new S3Refusal(501, 'NotImplemented')
  if (!NAME.test(key)) throw new S3Refusal(400, 'InvalidArgument', 'We emulate only plain names.')
  const path = join(store.directory, key)
  if (request.method === 'PUT') return put(store, path, request, response)
  if (request.method === 'GET' || request.method === 'HEAD') return get(path, request, response)
  if (request.method !== 'DELETE') throw new S3Refusal(405, 'MethodNotAllowed')
  await rm(path, { force: true })
  response.writeHead(204).end()
}

const refuse = (response: ServerResponse, error: unknown): void => {
  if (response.headersSent) return void response.destroy()
  const { status, code, message, region } =
    error instanceof S3Refusal ? error : new S3Refusal(500, 'InternalError', String(error))
  const where = region ? `<Region>${region}</Region>` : ''
  sendXml(
    response,
    status,
    `<Error><Code>${code}</Code><Message>${message}</Message>${where}</Error>`,
  )
}

const sendXml = (response: ServerResponse, status: number, xml: string): void => {
  response.writeHead(status, { 'content-type': 'application/xml' })
  response.end(`<?xml version="1.0" encoding="UTF-8"?>\n${xml}`)
}

/** An object appears only once all of it has arrived with the hash that was signed. */
const put = async (
  { incoming }: Store,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  if (request.headers['content-length'] === undefined) {
    throw new S3Refusal(411, 'MissingContentLength')
  }
  const part = join(incoming, randomUUID())
  const [sha256, md5] = [createHash('sha256'), createHash('md5')]
  const measure = async function* (pieces: AsyncIterable<Buffer>) {
    for await (const piece of pieces) {
      for (const hash of [sha256, md5]) hash.update(piece)
      yield piece
    }
  }
  try {
    await pipeline(request, measure, createWriteStream(part))
    const signed = request.headers['x-amz-content-sha256']
    if (signed !== 'UNSIGNED-PAYLOAD' && signed !== sha256.digest('hex')) {
      throw new S3Refusal(400, 'XAmzContentSHA256Mismatch')
    }
    await mkdir(dirname(path), { recursive: true })
    await rename(part, path)
  } finally {
    await rm(part, { force: true })
  }
  response.writeHead(200, { etag: `"${md5.digest('hex')}"` }).end()
}

const get = async (path: string, { method }: IncomingMessage, response: ServerResponse) => {
  const found = await stat(path).catch(() => undefined)
  if (!found?.isFile()) throw new S3Refusal(404, 'NoSuchKey', 'The specified key does not exist.')
  response.writeHead(200, {
    'content-length': found.size,
    'last-modified': found.mtime.toUTCString(),
  })
  if (method === 'HEAD') return void response.end()
  await pipeline(createReadStream(path), response)
}

const LIST_PARAMETERS = ['list-type', 'prefix', 'continuation-token']

const list = async (
  { directory, pageMax }: Store,
  query: URLSearchParams,
  response: ServerResponse,
): Promise<void> => {
  const isKnown = [...query.keys()].every((name) => LIST_PARAMETERS.includes(name))
  if (query.get('list-type') !== '2' || !isKnown) throw new S3Refusal(501, 'NotImplemented')
  const token = query.get('continuation-token')
  const after = token === null ? '' : Buffer.from(token, 'base64url').toString()
  if (token === '' || (token && !NAME.test(after))) throw new S3Refusal(400, 'InvalidArgument')
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const keys = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(directory.length + 1))
    .filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after)
    .sort()
  const page = keys.slice(0, pageMax)
  const rows = await Promise.all(
    page.map(async (key) => {
      const { mtime, size } = await stat(join(directory, key))
      const modified = `<LastModified>${mtime.toISOString()}</LastModified>`
      return `<Contents><Key>${key}</Key>${modified}<Size>${size}</Size></Contents>`
    }),
  )
  const isTruncated = keys.length > pageMax
  const next = Buffer.from(page.at(-1) ?? '').toString('base64url')
  sendXml(
    response,
    200,
    `<ListBucketResult><Name>${BUCKET}</Name><KeyCount>${page.length}</KeyCount><IsTruncated>${isTruncated}</IsTruncated>${
      isTruncated ? `<NextContinuationToken>${next}</NextContinuationToken>` : ''
    }${rows.join('')}</ListBucketResult>`,
  )
}
