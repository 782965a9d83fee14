// Reads multipart forms: small fields, and files as streams with a size limit.
import type { Readable } from 'node:stream'
import multipart, { type MultipartFile } from '@fastify/multipart'
import { FILES_TOO_LARGE, tooManyFiles } from '@invoice-desk/contract/bills/invoice-files'
import { FILE_BYTES_MAX, SUBMIT_BYTES_MAX } from '@invoice-desk/contract/values/limits'
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import type { z } from 'zod'
import { AppError } from '../lib/app-error.ts'
import { readInput } from './read-input.ts'

/** A received file that can be removed again if the rest of the form is invalid. */
type Discardable = { discard(): Promise<void> }

type Take<T extends Discardable> = (stream: Readable) => Promise<T>
/** The name comes from the sender and isn't trusted. */
type NamedFile<T> = T & { readonly name: string }

const FILE_FIELD = 'file'
const FIELD_BYTES_MAX = 16 * 1024
const FIELDS_MAX = 30
/** How much of a refused form we still read, so the sender gets the response. */
const DRAIN_BYTES_MAX = 8 * SUBMIT_BYTES_MAX
const DRAIN_FACTOR = 4

/** Timeouts for the parser once the form has arrived, and for the sender's next piece. */
const STALLED_MS = 3_000
const SILENT_MS = 60_000
const WATCH_MS = 500

/** In its own scope, because Fastify selects body parsers by scope. */
export const addFormRoute = (app: FastifyInstance, route: RouteOptions): void => {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    await scope.register(multipart, {
      throwFileSizeLimit: false,
      limits: {
        fileSize: fileBytesMaxOf(route.config),
        // The reader refuses one too many with a text of its own.
        files: filesMaxOf(route.config) + 1,
        fields: FIELDS_MAX,
        fieldSize: FIELD_BYTES_MAX,
        fieldNameSize: 100,
        headerPairs: 20,
        parts: FIELDS_MAX + filesMaxOf(route.config) + 1,
      },
    })
    scope.route(route)
  })
}

type Config = RouteOptions['config']
const fileBytesMaxOf = (config: Config) => config?.endpoint?.fileBytesMax ?? FILE_BYTES_MAX

/** The default limit has the text that invoices need. */
const tooLargeText = (config: Config): string | undefined => {
  const bytesMax = config?.endpoint?.fileBytesMax
  if (bytesMax === undefined) return undefined
  const [size, unit] = bytesMax < 1e6 ? [bytesMax / 1_000, 'kB'] : [bytesMax / 1024 ** 2, 'MB']
  return `This file is larger than ${Math.floor(size)} ${unit}. Choose a smaller one.`
}

const filesMaxOf = (config: Config) => config?.endpoint?.filesMax ?? 1

/** Reads the form. `take` gets each file as a stream. No file is left behind if anything fails. */
export const formReader =
  <S extends z.ZodType>(request: FastifyRequest, schema: S) =>
  async <T extends Discardable>(take: Take<T>) => {
    boundBytes(request)
    const form = await readParts(request, take).catch((error: unknown) => {
      request.raw.unpipe()
      request.raw.resume()
      throw isKnown(error) ? error : new AppError('malformed_request', { cause: error })
    })
    try {
      return { files: form.files, fields: readInput(schema, form.fields) as z.infer<S> }
    } catch (error) {
      await discardAll(form.files)
      throw error
    }
  }

const readParts = async <T extends Discardable>(request: FastifyRequest, take: Take<T>) => {
  const fields: Record<string, unknown> = {}
  const files: NamedFile<T>[] = []
  let bytes = 0
  const { config } = request.routeOptions
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
      const filesMax = filesMaxOf(config)
      if (files.length === filesMax) throw fileError('invalid_input', tooManyFiles(filesMax))
      const file = await takeFile(part, take, tooLargeText(config))
      if (file) files.push(file)
      bytes += part.file.bytesRead
      if (bytes > fileBytesMaxOf(config)) throw fileError('file_too_large', FILES_TOO_LARGE)
    }
    return { fields, files }
  } catch (error) {
    await discardAll(files)
    throw error
  }
}

/** Times out, because the parser would wait forever if a part contained the boundary. */
const nextPart = async <T>(
  { raw }: FastifyRequest,
  parts: AsyncIterator<T>,
): Promise<IteratorResult<T>> => {
  let idleSince = Date.now()
  const onData = () => {
    idleSince = Date.now()
  }
  raw.on('data', onData)
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
    raw.off('data', onData)
  }
}

const takeFile = async <T extends Discardable>(
  part: MultipartFile,
  take: Take<T>,
  tooLarge: string | undefined,
): Promise<NamedFile<T> | undefined> => {
  const taken = await take(part.file)
  const name = part.filename ?? ''
  if (part.file.truncated) {
    await taken.discard()
    throw fileError('file_too_large', tooLarge)
  }
  // A form without a chosen file sends an empty one without a name.
  if (name === '' && part.file.bytesRead === 0) {
    await taken.discard()
    return undefined
  }
  return Object.assign(taken, { name })
}

/** Our own errors and disk errors; anything else is a parser error. */
const isKnown = (error: unknown): boolean =>
  error instanceof Error && ('statusCode' in error || 'syscall' in error || 'status' in error)

const fileError = (code: 'invalid_input' | 'file_too_large', text?: string) =>
  new AppError(code, { field: FILE_FIELD, ...(text && { text }) })

const discardAll = (files: readonly Discardable[]) =>
  Promise.all(files.map((file) => file.discard()))

/** Cuts off a sender that never stops. */
const boundBytes = (request: FastifyRequest): void => {
  let bytes = 0
  const { fileBytesMax = 0 } = request.routeOptions.config.endpoint ?? {}
  const bytesMax = Math.max(DRAIN_BYTES_MAX, DRAIN_FACTOR * fileBytesMax)
  request.raw.on('data', (piece: Buffer) => {
    bytes += piece.length
    if (bytes > bytesMax) request.raw.destroy()
  })
}
