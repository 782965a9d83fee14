// Sends answers as JSON if the caller accepts it, otherwise as XML.
import { randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { preciseTime } from '../records/time.ts'

/** For the `intuit_tid` header of every answer. */
export const traceId = (): string => `1-${randomUUID()}`

/** QuickBooks falls back to XML, so a client that forgets the header fails here too. */
export const sendAnswer = (
  request: FastifyRequest,
  reply: FastifyReply,
  body: Record<string, unknown>,
): FastifyReply => {
  if (request.headers.accept?.includes('application/json'))
    return reply
      .type('application/json;charset=UTF-8')
      .send(JSON.stringify({ ...body, time: body.time ?? preciseTime() }))
  return reply
    .type('application/xml;charset=UTF-8')
    .send(
      `<IntuitResponse xmlns="http://schema.intuit.com/finance/v3">${xmlFault(body)}</IntuitResponse>`,
    )
}

/** The answers themselves aren't written as XML, because our app never reads them. */
const xmlFault = ({ Fault, fault }: Record<string, unknown>): string => {
  const { Error: errors, error = errors, type } = Object(Fault ?? fault)
  if (!error) return ''
  const { code, Message, message = Message } = error[0]
  return `<Fault type="${type}"><Error code="${code}"><Message>${escaped(message)}</Message></Error></Fault>`
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
