// The gateway in front of the API: access, rate limits, body parsing and errors.
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FaultAnswer } from '../../faults.ts'
import type { QuickBooks } from '../quickbooks.ts'
import { UPLOAD_BYTES_MAX } from './attachments.ts'
import {
  faultBody,
  notAuthenticated,
  notAuthorized,
  QuickBooksFault,
  systemFailure,
  throttled,
  unparsable,
  unsupportedOperation,
} from './fault.ts'
import { sendAnswer } from './wire.ts'

type RealmRequest = FastifyRequest<{ Params: { realmId: string } }>

export const refusalOf = (
  quickbooks: QuickBooks,
  request: RealmRequest,
): FaultAnswer | undefined => {
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (!token) return notAuthenticated('Malformed bearer token: too short or too long')
  const realmId = quickbooks.oauth.realmOf(token)
  if (!realmId) return notAuthenticated('Token expired')
  if (realmId !== request.params.realmId) return notAuthorized()
  if (quickbooks.throttle.allows(realmId)) return undefined
  return throttled(quickbooks.settings.get().rate)
}

/** JSON for records, text for queries, multipart for uploads. */
export const acceptBodies = (api: FastifyInstance): void => {
  api.removeAllContentTypeParsers()
  api.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, JSON.parse(String(body)))
    } catch {
      done(unparsable())
    }
  })
  api.addContentTypeParser(
    ['application/text', 'text/plain'],
    { parseAs: 'string' },
    (_request, body, done) => done(null, body),
  )
  api.addContentTypeParser(
    /^multipart\/form-data/,
    { parseAs: 'buffer', bodyLimit: UPLOAD_BYTES_MAX },
    (_request, body, done) => done(null, body),
  )
}

export const noResource = ({ url }: FastifyRequest) =>
  unsupportedOperation(`Could not find resource for relative : ${url.split('?')[0]}`)

export const answerError = (
  error: FastifyError | QuickBooksFault,
  request: FastifyRequest,
  reply: FastifyReply,
) => {
  const fault = faultOf(error, request)
  if (fault.status >= 500) request.log.error(error)
  return sendAnswer(request, reply.code(fault.status), faultBody(fault))
}

const faultOf = (
  error: FastifyError | QuickBooksFault,
  request: FastifyRequest,
): QuickBooksFault => {
  if (error instanceof QuickBooksFault) return error
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new QuickBooksFault(
      '6030',
      'Upload request size exceeds allowed limit',
      `The request should not exceed ${UPLOAD_BYTES_MAX} bytes`,
    )
  return (error.statusCode ?? 500) < 500 ? noResource(request) : systemFailure()
}
