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
  const answer = 'time' in body ? body : { ...body, time: preciseTime() }
  if (request.headers.accept?.includes('application/json'))
    return reply.type('application/json;charset=UTF-8').send(JSON.stringify(answer))
  const { time, ...content } = answer
  return reply
    .type('application/xml;charset=UTF-8')
    .send(
      `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><IntuitResponse xmlns="http://schema.intuit.com/finance/v3" time="${String(time)}">${xmlOf(content)}</IntuitResponse>`,
    )
}

const xmlOf = (value: unknown): string => {
  if (typeof value !== 'object' || value === null) return escapeXml(String(value ?? ''))
  return Object.entries(value)
    .flatMap(([key, entry]) => (Array.isArray(entry) ? entry : [entry]).map((one) => [key, one]))
    .map(([key, one]) => `<${key}>${xmlOf(one)}</${key}>`)
    .join('')
}

const escapeXml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
