// Turns errors into HTTP responses: `{error, code, field?}`, without internal details.
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorBody, ErrorCode } from '@invoice-desk/contract/http/errors'
import type {
  FastifyBaseLogger,
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
} from 'fastify'
import { AppError } from '../lib/app-error.ts'
import { createSparseLog } from '../lib/sparse-log.ts'
import { countedAddress } from './address.ts'
import { headersFor } from './security-headers.ts'

export const handleErrors = (app: FastifyInstance): void => {
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    const refusal = toAppError(error)
    const level = refusal.status >= 500 ? 'error' : 'info'
    request.log[level](
      { err: refusal.status >= 500 ? error : undefined, code: refusal.code },
      'Request failed',
    )
    return answer(reply, refusal)
  })
}

/** For unknown paths under /api. */
export const apiNotFound = async (_request: FastifyRequest, reply: FastifyReply) =>
  answer(reply, new AppError('not_found'))

const CODE_BY_PARSER_ERROR: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}

/** For bytes that aren't a valid request. Tells the client that the connection closes. */
export const createRefuseUnreadable = (publicUrl: string, log: FastifyBaseLogger) => {
  const headers = Object.entries(headersFor(publicUrl)).map(([name, value]) => `${name}: ${value}`)
  const logRefusal = createSparseLog(log, "Refused a request that can't be parsed")
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    if (!socket.writable) return void socket.destroy(error)
    const { status, message, code } = new AppError(
      CODE_BY_PARSER_ERROR[error.code ?? ''] ?? 'malformed_request',
    )
    const body = JSON.stringify({ error: message, code } satisfies ErrorBody)
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
      'cache-control: no-store',
      ...headers,
    ]
    // Not what the bytes were: they may have a token.
    logRefusal({ address: countedAddress(socket.remoteAddress ?? ''), code, reason: error.code })
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  }
}

const answer = (reply: FastifyReply, refusal: AppError): FastifyReply => {
  if (refusal.retryAfterSeconds !== undefined)
    reply.header('retry-after', refusal.retryAfterSeconds)
  if (reply.request.routeOptions.config.endpoint?.textErrors && !acceptsJson(reply.request)) {
    return reply
      .code(refusal.status)
      .header('x-error-code', refusal.code)
      .type('text/plain; charset=utf-8')
      .send(refusal.message)
  }
  const body: ErrorBody = { ...refusal.extra, error: refusal.message, code: refusal.code }
  if (refusal.field !== undefined) body.field = refusal.field
  return reply.code(refusal.status).send(body)
}

const acceptsJson = ({ headers }: FastifyRequest): boolean =>
  /\bapplication\/json\b/i.test(headers.accept ?? '')

const CODE_BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
  429: 'rate_limited',
  503: 'unavailable',
}

const toAppError = (error: FastifyError): AppError => {
  if (error instanceof AppError) return error
  const status = error.statusCode ?? 500
  const code = CODE_BY_STATUS[status] ?? (status < 500 ? 'malformed_request' : 'internal')
  return new AppError(code, { cause: error })
}
