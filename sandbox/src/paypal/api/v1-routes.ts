// The v1 API: access tokens, verification of webhooks, and the events that were sent.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isRecord, parseForms } from '../../web/browser.ts'
import { newDebugId, WEBHOOK_ID } from '../ids.ts'
import type { Merchant } from '../merchant.ts'
import { type EventQuery, listEvents } from '../webhooks/event-list.ts'
import { webhookOf } from '../webhooks/events.ts'
import { unknownWebhook } from './fault.ts'
import { registerScope } from './routes.ts'
import { isClient } from './tokens.ts'

const VERIFY = '/notifications/verify-webhook-signature'
/** Need no access token. */
const OPEN = /\/v1\/(oauth2\/token|notifications\/certs\/)/

export const registerV1 = (app: FastifyInstance, merchant: Merchant): void =>
  registerScope(
    app,
    merchant,
    '/v1',
    (api) => {
      parseForms(api)
      api.post('/oauth2/token', (request, reply) => sendToken(merchant, request, reply))
      api.post(VERIFY, (request, reply) => verifyWebhook(merchant, request.body, reply))
      api.get<{ Params: { id: string } }>('/notifications/webhooks/:id', (request) => {
        if (request.params.id !== WEBHOOK_ID) throw unknownWebhook()
        return webhookOf(merchant.url, merchant.webhook())
      })
      api.get<{ Querystring: EventQuery }>('/notifications/webhooks-events', ({ query }) =>
        listEvents(merchant, query),
      )
      api.get('/notifications/certs/:name', (_request, reply) =>
        reply.type('application/x-pem-file').send(merchant.signing.publicPem()),
      )
    },
    ({ url }) => OPEN.test(url),
  )

const sendToken = ({ tokens }: Merchant, request: FastifyRequest, reply: FastifyReply) => {
  if (!isClient(request.headers.authorization))
    return reply.code(401).send({
      error: 'invalid_client',
      error_description: 'Client Authentication failed',
    })
  const grant = isRecord(request.body) ? request.body.grant_type : undefined
  if (grant !== 'client_credentials')
    return reply.code(400).send({
      error: 'unsupported_grant_type',
      error_description: 'Grant Type is NULL or not supported',
    })
  return tokens.issue()
}

const VERIFIED_FIELDS = [
  'auth_algo',
  'cert_url',
  'transmission_id',
  'transmission_sig',
  'transmission_time',
  'webhook_id',
  'webhook_event',
]

const verifyWebhook = ({ signing }: Merchant, body: unknown, reply: FastifyReply) => {
  const fields: Record<string, unknown> = isRecord(body) ? body : {}
  const missing = VERIFIED_FIELDS.filter((name) => fields[name] === undefined)
  if (missing.length > 0)
    return reply.code(400).send({
      name: 'VALIDATION_ERROR',
      message: 'Invalid request - see details',
      debug_id: newDebugId(),
      details: missing.map((field) => ({
        field,
        location: 'body',
        issue: 'A required field is missing',
      })),
      links: [],
    })
  const transmission = {
    id: String(fields.transmission_id),
    time: String(fields.transmission_time),
    signature: String(fields.transmission_sig),
  }
  const event = JSON.stringify(fields.webhook_event)
  const genuine =
    fields.auth_algo === 'SHA256withRSA' &&
    signing.verify(transmission, String(fields.webhook_id), event)
  return reply.send({ verification_status: genuine ? 'SUCCESS' : 'FAILURE' })
}
