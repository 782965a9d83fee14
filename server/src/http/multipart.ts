// Forms with a file. Fields are small and few; the file is handed on piece by piece and cut at its limit.

import type { Readable } from 'node:stream'
import multipart, { type MultipartFile } from '@fastify/multipart'
import type { Endpoint } from '@invoice-desk/contract/endpoint'
import { FILE_BYTES_MAX, SUBMIT_BYTES_MAX } from '@invoice-desk/contract/limits'
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { AppError } from '../app-error.ts'
import { readInput } from './read-input.ts'

/** What came of a file must be able to go away again when the rest of the form is no good. */
export type Discardable = { readonly bytes: number; discard(): Promise<void> }

export type Form<T extends Discardable> = {
  fields: unknown
  /** The name is the sender's and says nothing certain. */
  file: (T & { readonly name: string }) | undefined
}

export type ReadForm = <T extends Discardable>(
  take: (stream: Readable) => Promise<T>,
) => Promise<Form<T>>

const FILE_FIELD = 'file'
const FIELD_BYTES_MAX = 16 * 1024
const FIELDS_MAX = 30
/** What is read of a form that was refused already, so that its sender gets to hear why. */
const DRAIN_BYTES_MAX = 8 * SUBMIT_BYTES_MAX
const DRAIN_FACTOR = 4

/** How long the parser may take over a form that has come whole, and a sender over the next piece of one. */
const STALLED_MS = 3_000
const SILENT_MS = 60_000
const WATCH_MS = 500

/** A scope of its own, because Fastify chooses its body parsers by scope and not by route. */
export const addFormRoute = (app: FastifyInstance, route: RouteOptions): void => {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    await scope.register(multipart, {
      throwFileSizeLimit: false,
      limits: {
        fileSize: route.config?.endpoint?.fileBytesMax ?? FILE_BYTES_MAX,
        files: 1,
        fields: FIELDS_MAX,
        fieldSize: FIELD_BYTES_MAX,
        fieldNameSize: 100,
        headerPairs: 20,
        parts: FIELDS_MAX + 1,
      },
    })
    scope.route(route)
  })
}

/** Reads the form of a request; `take` gets the file's bytes. Whatever fails, no file is left behind. */
export const formReader =
  (request: FastifyRequest, schema: Endpoint['multipart']): ReadForm =>
  async (take) => {
    boundBytes(request)
    const form = await readParts(request, take).catch((error: unknown) => {
      request.raw.unpipe()
      request.raw.resume()
      throw isTold(error) ? error : new AppError('malformed_request', { cause: error })
    })
    try {
      return { ...form, fields: schema && readInput(schema, form.fields) }
    } catch (error) {
      await form.file?.discard()
      throw error
    }
  }

const readParts = async <T extends Discardable>(
  request: FastifyRequest,
  take: (stream: Readable) => Promise<T>,
): Promise<Form<T> & { fields: Record<string, unknown> }> => {
  const fields: Record<string, unknown> = {}
  let file: Form<T>['file']
  try {
    const parts = request.parts()
    for (;;) {
      const { done, value: part } = await nextPart(request, parts)
      if (done) break
      const isRepeated = Object.hasOwn(fields, part.fieldname)
      if (part.type === 'field') {
        if (isRepeated || part.valueTruncated) throw new AppError('malformed_request')
        fields[part.fieldname] = part.value
        continue
      }
      if (part.fieldname !== FILE_FIELD) throw new AppError('malformed_request')
      file = await takeFile(part, take)
    }
    return { fields, file }
  } catch (error) {
    await file?.discard()
    throw error
  }
}

/** The parser can wait for ever for more of a form that has its own boundary inside a part. */
const nextPart = async <T>(
  { raw }: FastifyRequest,
  parts: AsyncIterator<T>,
): Promise<IteratorResult<T>> => {
  let idleSince = Date.now()
  const heard = () => {
    idleSince = Date.now()
  }
  raw.on('data', heard)
  const stalled = Promise.withResolvers<never>()
  const timer = setInterval(() => {
    const idleMs = Date.now() - idleSince
    if (idleMs < (raw.complete ? STALLED_MS : SILENT_MS)) return
    stalled.reject(new AppError('malformed_request'))
  }, WATCH_MS)
  try {
    return await Promise.race([parts.next(), stalled.promise])
  } finally {
    clearInterval(timer)
    raw.off('data', heard)
  }
}

const takeFile = async <T extends Discardable>(
  part: MultipartFile,
  take: (stream: Readable) => Promise<T>,
): Promise<(T & { name: string }) | undefined> => {
  const taken = await take(part.file)
  const name = part.filename ?? ''
  if (part.file.truncated) {
    await taken.discard()
    throw new AppError('file_too_large', { field: FILE_FIELD })
  }
  // A plain form without a chosen file sends an empty one without a name.
  if (name === '' && taken.bytes === 0) {
    await taken.discard()
    return undefined
  }
  return Object.assign(taken, { name })
}

/** Refusals and failures of our own disk; anything else is the parser's complaint about the form. */
const isTold = (error: unknown): boolean =>
  error instanceof Error && ('statusCode' in error || 'syscall' in error || 'status' in error)

/** A sender that never stops is cut off. */
const boundBytes = (request: FastifyRequest): void => {
  let bytes = 0
  const { fileBytesMax = 0 } = request.routeOptions.config.endpoint ?? {}
  const bytesMax = Math.max(DRAIN_BYTES_MAX, DRAIN_FACTOR * fileBytesMax)
  request.raw.on('data', (piece: Buffer) => {
    bytes += piece.length
    if (bytes > bytesMax) request.raw.destroy()
  })
}
