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
    .send('<IntuitResponse xmlns="http://schema.intuit.com/finance/v3"/>')
}
